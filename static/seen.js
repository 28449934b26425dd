// Reports that a big screen is visible. At the end of the game, phones wait until it has shown the final scenes.
(() => {
  "use strict";
  // Less than the five seconds for which the server believes a report.
  const INTERVAL = 3000;
  const { address } = document.currentScript.dataset;
  const report = () => {
    if (!document.hidden) fetch(address, { method: "POST" }).catch(() => {});
  };
  report();
  setInterval(report, INTERVAL);
})();
