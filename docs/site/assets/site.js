// The theme makes these elements in the browser, without a name and out of reach of the keyboard.
const mend = () => {
  document.querySelectorAll(".md-typeset__scrollwrap, .highlight code, .manual :is(pre, .tbl)").forEach((element) => { element.tabIndex = 0 })
  document.querySelector(".md-search").ariaLabel = "Search"
  document.querySelectorAll(".md-code__nav").forEach((element, index) => { element.ariaLabel = `Code ${index + 1}` })
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true })
mend()
