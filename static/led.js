// Runs on the other pages of a finished game, such as its scores. When the players go on to the next table, it shows a
// link to it.
(() => {
  "use strict";
  const { stream: address, words: sentence, way: linkText } = document.currentScript.dataset;
  if (!window.EventSource) return;
  const RETRY = 4000,
    HIDDEN = 5000;
  let stream = null,
    timer = 0;

  // The browser's own retry is not used, because it gives up after a 503.
  const connect = () => {
    disconnect();
    stream = new EventSource(address + "&tab=" + Math.random().toString(36).slice(2));
    stream.addEventListener("next", (event) => {
      disconnect();
      const onward = document.getElementById("onward"),
        line = document.createElement("span"),
        link = document.createElement("a");
      line.textContent = sentence;
      link.textContent = linkText;
      link.className = "button";
      link.href = event.data;
      onward.textContent = "";
      onward.append(line, link);
    });
    stream.onerror = () => {
      disconnect();
      timer = setTimeout(connect, RETRY);
    };
  };
  const disconnect = () => {
    clearTimeout(timer);
    stream?.close();
  };
  // Browsers open at most six connections to a host, so a hidden page closes its stream.
  const followVisibility = () => {
    if (document.visibilityState === "visible") return connect();
    clearTimeout(timer);
    timer = setTimeout(disconnect, HIDDEN);
  };
  document.addEventListener("visibilitychange", followVisibility);
  addEventListener("pageshow", (event) => {
    if (event.persisted) followVisibility();
  });
  addEventListener("pagehide", disconnect);
  followVisibility();
})();
