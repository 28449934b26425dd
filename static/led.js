// A page of a finished table on which nothing changes goes on with the others when they begin again.
(() => {
  "use strict";
  const stream = document.currentScript.dataset.stream;
  if (!window.EventSource) return;
  const AGAIN = 4000;
  let source = null,
    timer = 0;

  // The browser's own retry never comes back from a 503.
  const connect = () => {
    clearTimeout(timer);
    source = new EventSource(stream + "&tab=" + Math.random().toString(36).slice(2));
    source.addEventListener("next", (event) => location.replace(event.data));
    source.onerror = () => {
      source.close();
      timer = setTimeout(connect, AGAIN);
    };
  };
  // A hidden page's stream may end without a word.
  addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
  addEventListener("pagehide", () => {
    clearTimeout(timer);
    source.close();
  });
  connect();
})();
