// Keeps the screen on, for whoever asks for it; only where the browser trusts the address (https, or this machine).
(() => {
  "use strict";
  const asked = document.getElementById("awake");
  let lock = null;
  const keepOn = async () => {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null;
    }
  };
  asked.hidden = false;
  asked.querySelector("[data-awake]").addEventListener("click", () => {
    keepOn();
    asked.hidden = true;
  });
  document.addEventListener("visibilitychange", () => {
    if (lock && document.visibilityState === "visible") keepOn();
  });
})();
