// Filtering and sorting; the page reads the same without it.
(() => {
  "use strict";
  document.documentElement.classList.add("scripted");
  const cases = [...document.querySelectorAll(".case")];
  const text = document.getElementById("filter-text");
  const result = document.getElementById("filter-outcome");
  const verdict = document.getElementById("filter-verdict");
  const shown = document.getElementById("shown");
  const words = new Map();

  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    let count = 0;
    for (const each of cases) {
      const { outcomes, verdicts, differ } = each.dataset;
      const fits = (!result.value
          || (result.value === "differ" ? differ === "yes" : outcomes.split(" ").includes(result.value)))
        && (!verdict.value || verdicts.split(" ").includes(verdict.value))
        && (!wanted || wordsOf(each).includes(wanted));
      each.hidden = !fits;
      count += fits;
    }
    shown.textContent = `${count} of ${cases.length} shown`;
  };

  const wordsOf = (each) => {
    if (!words.has(each)) words.set(each, each.textContent.toLowerCase());
    return words.get(each);
  };

  if (text) {
    for (const control of [text, result, verdict]) control.addEventListener("input", apply);
    apply();
  }

  // A citation leads to evidence that may lie inside a closed question.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = target && target.closest("details");
    if (around) { around.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();

  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "descending";
        for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "ascending" : "descending");
        const value = (row) => row.cells[column].textContent.replace(/,/g, "");
        const rows = [...body.rows].sort((a, b) => {
          const [x, y] = [value(a), value(b)], [n, m] = [parseFloat(x), parseFloat(y)];
          return isNaN(n) || isNaN(m) ? x.localeCompare(y) : n - m;
        });
        body.append(...(down ? rows : rows.reverse()));
      });
    });
  }
})();
