// Shares or copies a score that stands on the page; without it the text can be copied by hand.
(() => {
  "use strict";
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
