"""requests.py OUTPUT PROGRAM...: the schemas of the requests of pcgns.h, from the options of programs.

A key is a long option without its dashes. Options that say what a terminal shows have no key.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "completions"))
import generate  # noqa: E402

ONE = {"type": ["string", "number"], "minLength": 1}


def options_of_terminal():
    """The options that the parser of requests does not know."""
    path = ROOT / "tools/jobs/request.cpp"
    found = re.search(r"is_of_terminal\(.*?words\[\] = \{(.*?)\}", path.read_text(encoding="utf-8"), re.S)
    if not found:
        sys.exit(f"{path}: expected the words of is_of_terminal, found none")
    return set(re.findall(r'"([a-z-]+)"', found[1]))


def key_of(option):
    return next((name[2:] for name in option.names if name.startswith("--")), None)


def form_of(option):
    """What a value of the option may be."""
    if option.optional_value:
        return {"type": ["boolean", "string", "number"]}
    if not option.label:
        return {"type": "boolean"}
    if option.repetition or key_of(option) == "with" or option.label in ("LIST", "DIMS"):
        return {"anyOf": [ONE, {"type": "array", "items": ONE}]}
    return dict(ONE)


def schema_of(job, command, of_terminal):
    properties = {"files": {"description": "The inputs: names, @LIST (one name per line), or a pattern.",
                            "anyOf": [{"type": "string", "minLength": 1},
                                      {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}]}}
    for option in command.named():
        key = key_of(option)
        if key is not None and key not in of_terminal:
            properties[key] = {"description": option.help, **form_of(option)}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"Request for pcgns_{job} (pcgns.h)",
            "description": "The keys are the long options of the program; its manual page says more. null: as if the key "
                           "were not there.",
            "type": "object", "additionalProperties": False, "required": ["files"],
            "properties": {key: nullable(form) if key != "files" else form for key, form in properties.items()}}


def nullable(form):
    about = {"description": form.pop("description")}
    return {**about, "anyOf": [*form.get("anyOf", [form]), {"type": "null"}]}


def main(output, *programs):
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    of_terminal = options_of_terminal()
    for program in programs:
        name = Path(program).name
        if name == "pcgns-bench":  # measures, and is no job
            continue
        for command in generate.commands_of(program):
            job = command.name or name.removeprefix("pcgns-")
            document = json.dumps(schema_of(job, command, of_terminal), indent=2, ensure_ascii=False) + "\n"
            full_name = f"{name}-{command.name}" if command.name else name
            (folder / f"{full_name}-request.schema.json").write_text(document, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
