// Helps to fill in the page New game. A tap on a player of earlier games puts them into the first free seat, with their
// usual colours. If no seat is free, the button loads the page with one more seat.
(() => {
  "use strict";
  const form = document.querySelector(".set-up");
  const paintRows = () => {
    for (const row of form.querySelectorAll(".seat-row")) {
      const colour = row.querySelector("select");
      if (colour) row.className = row.className.replace(/\bc-\w+/, `c-${colour.value}`);
    }
  };
  // A draft may have restored other colours.
  paintRows();
  // No two players have the same colour: the player who had the chosen one gets the other's.
  const before = new Map();
  form.addEventListener("focusin", ({ target }) => before.set(target, target.value));
  form.addEventListener("change", ({ target }) => {
    if (!target.matches(".seat-row select")) return;
    const other = [...form.querySelectorAll(".seat-row select")].find(
      (select) => select !== target && select.value === target.value,
    );
    if (other) other.value = before.get(target);
    before.set(target, target.value);
    paintRows();
  });
  document.addEventListener("click", (event) => {
    const person = event.target.closest("#others button");
    const free =
      person && [...form.querySelectorAll(".seat-row input")].find((name) => !name.value.trim());
    if (!free) return;
    event.preventDefault();
    free.value = person.value;
    // drafts.js then stores the name as if it had been typed.
    free.dispatchEvent(new Event("input", { bubbles: true }));
    const all = [...form.querySelectorAll(".seat-row select")],
      own = [...free.parentNode.querySelectorAll("select")],
      usual = person.dataset.colours.split(" ");
    if (usual.length === own.length)
      own.forEach((select, place) => {
        if (![...select.options].some((option) => option.value === usual[place])) return;
        const other = all.find((one) => one !== select && one.value === usual[place]);
        if (other) other.value = select.value;
        select.value = usual[place];
      });
    paintRows();
    person.remove();
  });
})();
