// Fills in a wheel whose printed prices are those of the first one.
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
