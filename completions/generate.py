"""generate.py OUTPUT PROGRAM...: completions for bash, zsh and fish, and manual pages, from the options of programs.

A program prints its options with --describe-options; one with commands prints these, and each of them its options.
Completions are made from the three templates beside this file, manual pages from man/NAME.1.in. In a page, the lines

    @options COMMAND: GROUP, GROUP...
    @--option
    What it is good for, in roff.
    @end

become a section for each of these groups of options (of all, without COMMAND and GROUP), in the order of the program.
"@--option VALUE" writes the value in another form than --help. "@GROUP" gives the text below the heading of a group.
An option that the page does not describe is described in man/common.in. A description without text stands for the
line of --help; there must be one for each option, and an option for each. What the program knows itself, that an
option is required or may be repeated, and its default, is added. The line "@rules" becomes the table of the rules of
pcgns-verify check.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

SOURCE = Path(__file__).resolve().parents[1]


def fail(message):
    sys.exit(f"generate.py: error: {message}")


@dataclass
class Option:
    """A row of --describe-options, see tools/common/options.cpp; one of arguments has a name without a dash."""

    group: str
    names: str
    value: str
    default: str
    required: str
    repetition: str
    excludes: str
    offers: str
    help: str

    def __post_init__(self):
        self.group = self.group or "Run"
        self.names = self.names.split(",")
        self.is_argument = not self.names[0].startswith("-")
        self.label = self.names[0] if self.is_argument else self.value
        words = self.offers.split()
        self.is_input = "@LIST" in words
        self.suffixes = [word[2:] for word in words if word.startswith("*.")]
        self.optional_value = self.offers if self.offers.startswith("[") else ""
        self.words = [] if self.suffixes or self.optional_value else words
        self.is_folder = self.value == "FOLDER"
        self.is_file = self.value in ("FILE", "FIGURE")


@dataclass
class Command:
    """The options of a program, or of one of its commands."""

    name: str
    about: str
    options: list

    def arguments(self):
        return [option for option in self.options if option.is_argument]

    def named(self):
        return [option for option in self.options if not option.is_argument]


def lines_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def command_of(program, *words):
    about, *rows = lines_of(program, *words, "--describe-options")
    return Command("".join(words), about.rstrip("."), [Option(*row.split("\t")) for row in rows])


def commands_of(program):
    table = lines_of(program, "--describe-options")
    if "\t" in "".join(table):
        return [command_of(program)]
    return [command_of(program, command) for command in table]


def filled(template, program, **values):
    values |= {"program": program, "name": program.removeprefix("pcgns-")}
    return re.sub(r"@([a-z]+)@", lambda found: values[found[1]], (SOURCE / "completions" / template).read_text())


# bash

QUOTED_NOTHING = "''"


def bash_action(option):
    if option.words:
        return f"_pcgns_words '{' '.join(option.words)}'"
    if option.suffixes:
        return f"{'_pcgns_inputs' if option.is_input else '_filedir'} '{'|'.join(option.suffixes)}'"
    return "_filedir -d" if option.is_folder else "_filedir" if option.is_file else ""


def united(options):
    """What commands offer for an option that they have in common: the completion does not ask which one it is for."""
    one = copy(options[0])
    one.words = list(dict.fromkeys(word for option in options for word in option.words))
    one.suffixes = list(dict.fromkeys(suffix for option in options for suffix in option.suffixes))
    return one


def bash(program, commands):
    by_names, cases = defaultdict(list), defaultdict(list)
    for option in (option for command in commands for option in command.named() if option.value):
        by_names[tuple(option.names)].append(option)
    for names, options in by_names.items():
        cases[bash_action(united(options))] += names
    options = []
    for command in (one for one in commands if one.options):
        words = " ".join(word for option in command.named() for word in option.names)
        options.append(f"    {command.name or QUOTED_NOTHING})\n      echo '\n")
        options += [f"        {line}\n" for line in wrap(words, 100, break_on_hyphens=False)]
        options.append("      '\n      ;;\n")
    return filled(
        "pcgns.bash.in",
        program,
        values="\n".join(f"    {' | '.join(names)}) {action}".rstrip() + " ;;" for action, names in cases.items()),
        options="".join(options).rstrip("\n"),
        inputs="\n".join(f"    {command.name or QUOTED_NOTHING}) {bash_action(command.arguments()[0])} ;;" for command in commands if command.arguments()),
        commands=" ".join(command.name for command in commands),
    )


# zsh


def zsh_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_action(option):
    pattern = "(#i)*.(" + "|".join(option.suffixes) + ")(-.)"
    if option.is_input:
        return f' _pcgns_inputs "{pattern}"'
    if option.suffixes:
        return f'_files -g "{pattern}"'
    open_words = [word for word in option.words if word.endswith(("=", ":"))]
    words = " ".join(word for word in option.words if word not in open_words)
    if open_words:
        return f'{{compadd -S "" -- {" ".join(open_words)}; compadd -- {words}}}'.replace(":", "\\:")
    return f"({words})" if words else "_files -/" if option.is_folder else "_files" if option.is_file else ""


def zsh_spec(option):
    if option.is_argument:
        several = "*" if option.repetition else ""
        return zsh_quoted(f"{several}:{option.label}:{zsh_action(option)}")
    excluded = option.excludes.split(",") if option.excludes else []
    if option.repetition != "repeats":
        excluded = option.names + excluded if len(option.names) > 1 or excluded else []
    before = ("(" + " ".join(excluded) + ")" if excluded else "") + ("*" if option.repetition == "repeats" else "")
    if "--help" in option.names:
        before = "(-)"
    about = "[" + re.sub(r"([\[\]:\\])", r"\\\1", option.help) + "]"
    if option.optional_value:
        return zsh_quoted(f"{before}{option.names[0]}=-{about}::{option.optional_value[2:-1]}:")
    if option.value:
        about += ":" + option.value.replace(":", "\\:") + ":" + zsh_action(option)
    names = [word + ("" if not option.value else "=" if word.startswith("--") else "+") for word in option.names]
    if len(names) == 1:
        return zsh_quoted(before + names[0] + about)
    return (zsh_quoted(before) if before else "") + "{" + ",".join(names) + "}" + zsh_quoted(about)


def zsh(program, commands):
    functions = []
    for command in (one for one in commands if one.options):
        specs = " \\\n    ".join(zsh_spec(option) for option in command.named() + command.arguments())
        function = "_".join(["_pcgns", program.removeprefix("pcgns-"), "options", command.name]).rstrip("_")
        functions.append(f"{function}() {{\n  _arguments -s -S \\\n    {specs}\n}}")
    described = [f"\n    {zsh_quoted(f'{command.name}:{command.about}')}" for command in commands if command.name]
    return filled(
        "pcgns.zsh.in",
        program,
        functions="\n\n".join(functions),
        commands="".join(described) + ("\n  " if described else ""),
    )


# fish


def fish_quoted(text):
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"


def fish_action(option):
    suffixes = " ".join(f".{suffix}" for suffix in option.suffixes if "*" not in suffix)
    if option.suffixes:
        return f" -k -a '(__pcgns_inputs {suffixes})'"
    if option.words:
        return f" -a {fish_quoted(' '.join(option.words))}"
    return " -a '(__fish_complete_directories)'" if option.is_folder else ""


def fish_line(program, command, option):
    line = f"complete -c {program}"
    if command.name:
        line += f" -n '__fish_seen_subcommand_from {command.name}'"
    if option.is_argument:
        return line + " -f" + fish_action(option)
    line += "".join(f" -l {word[2:]}" if word.startswith("--") else f" -s {word[1:]}" for word in option.names)
    if option.value:
        line += " -r -F" if option.is_file and not option.suffixes else " -x" + fish_action(option)
    return f"{line} -d {fish_quoted(option.help)}"


def fish(program, commands):
    lines = []
    for command in commands:
        if command.name:
            about = fish_quoted(command.about)
            lines.append(f"complete -c {program} -f -n __fish_use_subcommand -a {command.name} -d {about}")
    for command in commands:
        lines += [""] + [fish_line(program, command, option) for option in command.arguments()[:1] + command.named()]
    return filled("pcgns.fish.in", program, lines="\n".join(lines).lstrip("\n"))


# manual pages


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ("'", ".") else text


def heading_of(option, form):
    value = form or re.sub(r"[A-Za-z]+(\.[A-Za-z]+)*", r"\\fI\g<0>\\fR", roff(option.value))
    if option.repetition == "list" and not option.value.endswith("..."):
        value += "[,...]"
    heading = ", ".join(f"\\fB{roff(word)}\\fR" for word in option.names)
    if option.optional_value:
        return f"{heading}[\\fB=\\fI{option.optional_value[2:-1]}\\fR]"
    return f"{heading} {value}" if value else heading


def facts_of(option):
    """What the program says of an option besides its help."""
    if option.repetition == "repeats" and option.value:
        yield "May be repeated."
    if option.required:
        yield "Required."
    if option.default:
        default = "the current directory" if option.is_folder and option.default == "." else f"\\fB{roff(option.default)}\\fR"
        yield f"Default: {default}."


def described(option, form, text):
    return [".TP", heading_of(option, form)] + (text or [roff(option.help) + "."]) + list(facts_of(option))


def entries_of(lines):
    """Key of an entry to its lines: the form of the value, if any, then the text."""
    entries, entry = {}, []
    for line in lines:
        if line.startswith("@"):
            key, form = line[1:].split(" ", 1) if line.startswith("@-") and " " in line else (line[1:], "")
            entry = entries[key] = [form]
        else:
            entry.append(line)
    return entries


def rules_of(path):
    """The table of the rules of pcgns-verify check, for tbl."""
    rows = [".na", ".TS", "tab(@);", "lb1 lb1 lb1 lb1 lb1 lb", "l1 lw(9)1 lw(20)1 lw(15)1 l1 l.", "rule@severity@what is wrong@clause@cgnscheck@pyCGNS"]
    for rule in json.loads("\n".join(lines_of(path, "check", "--rules", "--json")))["rules"]:
        severity = rule["severity"]
        others = [f"{profile}: {word}" for profile, word in rule["severities"].items() if word != severity]
        title = rule["title"] + (" (only with \\-\\-enable)" if rule["off"] else "")
        cells = [rule["code"], block(", ".join([severity, *others])), block(title), block(rule["clause"])]
        rows.append("@".join([*cells, rule["cgnscheck"], rule["pycgns"]]))
    return "\n".join([*rows, ".TE", ".ad"])


def block(text):
    return f"T{{\n{roff(text)}\nT}}" if text else ""


class Page:
    """The manual page of a program, made from man/NAME.1.in."""

    def __init__(self, path, commands, common, used):
        program = Path(path).name
        self.path = path
        self.place = f"man/{program}.1.in"
        self.commands = commands
        self.common = common
        self.used = used
        self.written = set()

    def text(self):
        def made(block):
            return "\n".join(self.sections(block[1], entries_of(block[2].splitlines())))

        text = re.sub(r"^@options *(.*)\n((?:.*\n)*?)@end$", made, (SOURCE / self.place).read_text(), flags=re.M)
        text = re.sub(r"^@rules$", lambda _: rules_of(self.path), text, flags=re.M)
        if re.search("^@", text, re.M):
            fail(f"{self.place}: @options without @end")
        for command in self.commands:
            for option in command.named():
                if (tuple(option.names), option.value, option.default) not in self.written:
                    fail(f"{self.place}: {command.name} {option.names[-1]} is in no section")
        return text

    def sections(self, which, entries):
        command, _, groups = which.rpartition(":")
        options = next(one for one in self.commands if one.name == command).named()
        groups = groups.strip().split(", ") if groups else list(dict.fromkeys(option.group for option in options))
        text = []
        for group in groups:
            text += [f".SS {group}"] if len(groups) > 1 else []
            text += entries.pop(group, [""])[1:]
            for option in (option for option in options if option.group == group):
                text += self.entry(option, entries)
        if entries:
            fail(f"{self.place}: no such option: {' '.join(entries)}")
        return text

    def entry(self, option, entries):
        name = option.names[-1]
        if name not in entries:
            self.used.add(name)
        form, *text = entries.pop(name, None) or self.common.get(name) or fail(f"{self.place}: {name} is not described")
        if option.default and any("Default:" in line for line in text):
            fail(f"{self.place}: {name}: the default comes from the program")
        self.written.add((tuple(option.names), option.value, option.default))
        return described(option, form, text)


def main(output, *programs):
    common = entries_of((SOURCE / "man/common.in").read_text().splitlines())
    used = set()
    for path in programs:
        program = Path(path).name
        commands = commands_of(path)
        page = Page(path, commands, common, used)
        for place, text in {
            f"bash/{program}": bash(program, commands),
            f"zsh/_{program}": zsh(program, commands),
            f"fish/{program}.fish": fish(program, commands),
            f"man1/{program}.1": page.text(),
        }.items():
            file = Path(output) / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    if unused := set(common) - used:
        fail(f"man/common.in: no such option: {' '.join(sorted(unused))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
