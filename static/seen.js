// A big screen reports that it is visible. At the end of the game, phones then wait for its scenes.
(() => {
  "use strict";
  // Less than the five seconds for which the server believes a report.
  const PAUSE = 3000;
  const { address } = document.currentScript.dataset;
  const report = () => {
    if (!document.hidden) fetch(address, { method: "POST" }).catch(() => {});
  };
  report();
  setInterval(report, PAUSE);
})();
