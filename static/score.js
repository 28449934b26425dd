// For the score calculator, the form of a score sheet and the final scores. When the user changes the language, this
// part keeps the typed numbers. It also offers to share, copy or print a result.
(() => {
  "use strict";
  const form = document.getElementById("said"),
    typed = document.getElementById("typed"),
    language = document.querySelector(".language");
  // On a laptop the entries have a column beside the result.
  if (typed && matchMedia("(min-width: 68.75rem)").matches) typed.open = true;
  if (form)
    language.addEventListener("submit", () => {
      const entries = new URLSearchParams(new FormData(form));
      // Without a result, the parameter "change" makes the address lead to the form, with the same number of players.
      if (!document.getElementById("result"))
        entries.set("change", `players ${entries.get("players")}`);
      language.elements.back.value = `${form.getAttribute("action")}?${entries}`;
    });

  const text = document.getElementById("text");
  if (!text) return;
  const offer = (id, act) => {
    const button = document.getElementById(id);
    button.hidden = false;
    button.addEventListener("click", () => act(button));
  };

  // On plain http addresses there is no clipboard API, but the older command works.
  const copy = async (button) => {
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      text.closest("details").open = true;
      text.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  };

  // The text already ends with the link.
  if (navigator.share) offer("share", () => navigator.share({ text: text.value }).catch(() => {}));
  offer("copy", copy);
  offer("print", () => print());
})();

// A player's card in the calculator has the chosen colours.
document.querySelectorAll(".holder").forEach((card) => {
  const colourMarkers = card.querySelectorAll(".number > i");
  card.querySelectorAll(".with-colour select").forEach((select, place) => {
    const show = () => {
      const colour = `c-${select.value}`,
        { shape, name } = select.selectedOptions[0].dataset;
      colourMarkers[place].className = colour;
      colourMarkers[place].textContent = shape;
      colourMarkers[place].title = name;
      if (!place) card.className = `holder edged ${colour}`;
    };
    select.addEventListener("change", show);
    // A draft may have restored another colour.
    if (!select.selectedOptions[0].defaultSelected) show();
  });
});

// In the form of a score sheet, each line has a field for the options of its kind. It is hidden for kinds without
// options, such as a plain number.
(() => {
  "use strict";
  const showOptions = (select) => {
    const { hint, example } = select.selectedOptions[0].dataset;
    const label = select.parentNode.querySelector("label");
    const field = label.querySelector("input");
    field.placeholder = example;
    label.querySelector("small").textContent = hint;
    label.hidden = !example && !field.value;
  };
  document.querySelectorAll(".sheet-line select").forEach((select) => {
    showOptions(select);
    select.addEventListener("change", () => showOptions(select));
  });
})();
