// The big screen is dark, because it hangs in a dim room. One button makes it light, and this device keeps the choice.
(() => {
  "use strict";
  const button = document.getElementById("light"),
    darkStyles = document.getElementById("dark");
  if (!button || !darkStyles) return;

  const show = (isLight) => {
    darkStyles.media = isLight ? "not all" : "all";
    button.textContent = isLight ? button.dataset.dark : button.dataset.light;
  };

  button.addEventListener("click", () => {
    const isLight = darkStyles.media === "all";
    localStorage.setItem("light", isLight ? "1" : "");
    show(isLight);
  });

  button.hidden = false;
  show(Boolean(localStorage.getItem("light")));
})();
