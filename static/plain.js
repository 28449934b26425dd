// Where the live scripts do not run, for whatever reason, the page says so and loads again every ten seconds, but not
// while somebody enters something. Its forms are sent as without any script. ES5, so that the oldest browsers read it.
(function () {
  "use strict";
  var AGAIN = 10000,
    health = document.currentScript.getAttribute("data-ask"),
    isEntered = false;
  if (document.body.hasAttribute("data-live")) return;

  function entered() {
    isEntered = true;
  }
  document.addEventListener("input", entered);
  document.addEventListener("change", entered);

  function isEntering() {
    return isEntered || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  }

  // A browser's own page for what it cannot reach has no way back.
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
  setInterval(reload, AGAIN);
})();
