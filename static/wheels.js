// Shows the button that fills in the printed prices of a Big Deal wheel from those of the first wheel.
(() => {
  for (const button of document.querySelectorAll("[data-from]")) {
    const { from, to } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", () => {
      for (const field of document.querySelectorAll(`[name^="${to}"]`)) {
        const name = from + field.name.slice(to.length);
        if (!field.readOnly) field.value = document.querySelector(`[name="${name}"]`).value;
      }
    });
  }
})();
