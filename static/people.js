// Who is tapped among the people of before sits down in the first free place at once, with the usual colours; without
// a free place the page asks for one more.
(() => {
  "use strict";
  const form = document.querySelector(".set-up");
  const paint = () => {
    for (const row of form.querySelectorAll(".seat-row")) {
      const colour = row.querySelector("select");
      if (colour) row.className = row.className.replace(/\bc-\w+/, `c-${colour.value}`);
    }
  };
  // A draft may have brought back other colours.
  paint();
  // Two players never have one colour: who had it takes the other's.
  const before = new Map();
  form.addEventListener("focusin", ({ target }) => before.set(target, target.value));
  form.addEventListener("change", ({ target }) => {
    if (!target.matches(".seat-row select")) return;
    const other = [...form.querySelectorAll(".seat-row select")].find(
      (one) => one !== target && one.value === target.value,
    );
    if (other) other.value = before.get(target);
    before.set(target, target.value);
    paint();
  });
  document.addEventListener("click", (event) => {
    const tapped = event.target.closest("#others button");
    const free =
      tapped && [...form.querySelectorAll(".seat-row input")].find((name) => !name.value.trim());
    if (!free) return;
    event.preventDefault();
    free.value = tapped.value;
    // Kept like a typed name, see drafts.js.
    free.dispatchEvent(new Event("input", { bubbles: true }));
    const chosen = [...form.querySelectorAll(".seat-row select")],
      mine = [...free.parentNode.querySelectorAll("select")],
      usual = tapped.dataset.colours.split(" ");
    if (usual.length === mine.length)
      mine.forEach((select, which) => {
        if (![...select.options].some((option) => option.value === usual[which])) return;
        // Whoever had that colour so far takes the one that is left.
        const other = chosen.find((one) => one !== select && one.value === usual[which]);
        if (other) other.value = select.value;
        select.value = usual[which];
      });
    paint();
    tapped.remove();
  });
})();
