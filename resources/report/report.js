"use strict";
// Click on a heading: its table is sorted by that column, and the other way round the next time.
function value(row, column) {
  const cell = row.cells[column];
  const number = cell.dataset.value;
  return number === undefined ? cell.textContent.trim().toLowerCase() : Number(number);
}
function sortBy(heading) {
  const table = heading.closest("table");
  const body = table.tBodies[0];
  const down = heading.getAttribute("aria-sort") !== "descending";
  for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = Array.from(body.rows);
  rows.sort((one, other) => {
    const a = value(one, heading.cellIndex), b = value(other, heading.cellIndex);
    const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
    return down ? -order : order;
  });
  body.append(...rows);
}
for (const heading of document.querySelectorAll("table.sorted th")) {
  heading.classList.add("sortable");
  heading.tabIndex = 0;
  heading.addEventListener("click", () => sortBy(heading));
  heading.addEventListener("keydown", (event) => { if (event.key === "Enter") sortBy(heading); });
}
// On a phone each cell stands on a line of its own, after the name of its column.
for (const table of document.querySelectorAll("table.sorted")) {
  const names = Array.from(table.tHead.rows[0].cells, (cell) => cell.textContent);
  for (const row of Array.from(table.rows).slice(1))
    Array.from(row.cells, (cell, column) => { if (column) cell.dataset.label = names[column]; });
}
