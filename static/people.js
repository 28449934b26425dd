// Helps to fill in the page New game. A tap on a player of earlier games puts them into the first free seat, with their
// usual colours. If no seat is free, the button loads the page with one more seat.
(() => {
  "use strict";
  const form = document.querySelector(".set-up");
  // The groups of radio buttons for colours: one per seat, or two if each player has two colours.
  const groupsIn = (place) =>
    Array.from(place.querySelectorAll(".colours"), (colours) => {
      return form.elements[colours.querySelector("input").name];
    });
  let previousColours = [];
  const paintRows = () => {
    previousColours = groupsIn(form).map(({ value }) => value);
    for (const row of form.querySelectorAll(".seat-row")) {
      const [colour] = groupsIn(row);
      if (colour) row.className = row.className.replace(/\bc-\w+/, `c-${colour.value}`);
    }
  };
  // A draft may have restored other colours.
  paintRows();
  // If a player chooses another player's colour, the two swap colours.
  form.addEventListener("change", ({ target }) => {
    if (!target.matches(".colours input")) return;
    const groups = groupsIn(form),
      place = groups.findIndex(([radio]) => radio.name === target.name),
      other = groups.find((group, at) => at !== place && group.value === target.value);
    if (other) other.value = previousColours[place];
    paintRows();
  });
  document.addEventListener("click", (event) => {
    const person = event.target.closest("#others button");
    const free =
      person && [...form.querySelectorAll("[name^=name_]")].find((name) => !name.value.trim());
    if (!free) return;
    event.preventDefault();
    free.value = person.value;
    // drafts.js then stores the name as if it had been typed.
    free.dispatchEvent(new Event("input", { bubbles: true }));
    const all = groupsIn(form),
      own = groupsIn(free.parentNode),
      usual = person.dataset.colours.split(" ");
    if (usual.length === own.length)
      own.forEach((group, place) => {
        if (!Array.from(group).some(({ value }) => value === usual[place])) return;
        const other = all.find((one) => one !== group && one.value === usual[place]);
        if (other) other.value = group.value;
        group.value = usual[place];
      });
    paintRows();
    person.remove();
  });
})();
