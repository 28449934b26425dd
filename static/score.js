// What is typed goes along to another language. A score that stands on the page is shared or copied; without this the
// text can be copied by hand.
(() => {
  "use strict";
  const form = document.getElementById("said"),
    language = document.querySelector(".language");
  if (form)
    language.addEventListener("submit", () => {
      const said = new URLSearchParams(new FormData(form));
      if (!document.getElementById("result")) said.set("change", `players ${said.get("players")}`);
      language.elements.back.value = `${form.getAttribute("action")}?${said}`;
    });

  const text = document.getElementById("text");
  if (!text) return;
  const shown = (id, tapped) => {
    const button = document.getElementById(id);
    button.hidden = false;
    button.addEventListener("click", () => tapped(button));
  };

  // A plain http address has no clipboard of its own; there the old way still works.
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

  // The text ends with the link, so nothing more is said.
  if (navigator.share) shown("share", () => navigator.share({ text: text.value }).catch(() => {}));
  shown("copy", copy);
  shown("print", () => print());
})();

// A player's card has the colours that are chosen for it.
document.querySelectorAll(".holder").forEach((card) => {
  const signs = card.querySelectorAll(".number > i");
  card.querySelectorAll(".with-colour select").forEach((select, place) => {
    const show = () => {
      const colour = `c-${select.value}`,
        { shape, name } = select.selectedOptions[0].dataset;
      signs[place].className = colour;
      signs[place].textContent = shape;
      signs[place].title = name;
      if (!place) card.className = `holder edged ${colour}`;
    };
    select.addEventListener("change", show);
    // A draft may have brought back another colour.
    if (!select.selectedOptions[0].defaultSelected) show();
  });
});

// Beside each line of a sheet stands what goes with the kind that is chosen; a plain number needs nothing.
(() => {
  "use strict";
  const fit = (select) => {
    const { hint, example } = select.selectedOptions[0].dataset;
    const label = select.parentNode.querySelector("label");
    const field = label.querySelector("input");
    field.placeholder = example;
    label.querySelector("small").textContent = hint;
    label.hidden = !example && !field.value;
  };
  document.querySelectorAll(".sheet-line select").forEach((select) => {
    fit(select);
    select.addEventListener("change", () => fit(select));
  });
})();
