// Offers to keep the screen of a phone or the big screen on. Browsers allow this only on https addresses and on the
// machine itself. live.js loads this script where it works.
(() => {
  "use strict";
  const offer = document.getElementById("awake");
  let lock = null;
  const keepOn = async () => {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null;
    }
  };
  offer.hidden = false;
  offer.querySelector("[data-awake]").addEventListener("click", () => {
    keepOn();
    offer.hidden = true;
  });
  // Browsers release the lock of a hidden page.
  document.addEventListener("visibilitychange", () => {
    if (lock && document.visibilityState === "visible") keepOn();
  });
})();
