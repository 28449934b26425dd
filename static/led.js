// A page of a table that is only read offers the way to the next table as soon as the others are there.
(() => {
  "use strict";
  const { stream, words, way } = document.currentScript.dataset;
  if (!window.EventSource) return;
  const AGAIN = 4000,
    HIDDEN = 5000;
  let source = null,
    timer = 0;

  // The browser's own retry never comes back from a 503.
  const connect = () => {
    close();
    source = new EventSource(stream + "&tab=" + Math.random().toString(36).slice(2));
    source.addEventListener("next", (event) => {
      close();
      const onward = document.getElementById("onward"),
        line = document.createElement("span"),
        link = document.createElement("a");
      line.textContent = words;
      link.textContent = way;
      link.className = "button";
      link.href = event.data;
      onward.textContent = "";
      onward.append(line, link);
    });
    source.onerror = () => {
      close();
      timer = setTimeout(connect, AGAIN);
    };
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };
  // Browsers open six connections to a host: a hidden page gives its own back.
  const turn = () => {
    if (document.visibilityState === "visible") return connect();
    clearTimeout(timer);
    timer = setTimeout(close, HIDDEN);
  };
  document.addEventListener("visibilitychange", turn);
  addEventListener("pageshow", (event) => {
    if (event.persisted) turn();
  });
  addEventListener("pagehide", close);
  turn();
})();
