// Replaces live.js in browsers that cannot run it. It shows a message, and reloads the page every ten seconds unless
// the player is entering something. Forms are sent without scripts. It is in ES5, which the oldest browsers understand.
(function () {
  "use strict";
  var INTERVAL = 10000,
    health = document.currentScript.getAttribute("data-ask"),
    hasEntered = false;
  if (document.body.hasAttribute("data-live")) return;

  function noteEntry() {
    hasEntered = true;
  }
  document.addEventListener("input", noteEntry);
  document.addEventListener("change", noteEntry);

  function isEntering() {
    return hasEntered || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  }

  // If the server is away, a reload would lead to the browser's error page, which has no way back.
  function reload() {
    var request = new XMLHttpRequest();
    if (isEntering()) return;
    request.onload = function () {
      if (request.status === 200 && !isEntering()) location.reload();
    };
    request.open("GET", health);
    request.send();
  }

  document.body.setAttribute("hx-disable", "");
  document.getElementById("plain").hidden = false;
  setInterval(reload, INTERVAL);
})();
