// A page of a finished table on which nothing changes goes on with the others when they begin again.
(() => {
  "use strict";
  const stream = document.currentScript.dataset.stream;
  if (!window.EventSource) return;
  const AGAIN = 4000,
    HIDDEN = 5000;
  let source = null,
    timer = 0;

  // The browser's own retry never comes back from a 503.
  const connect = () => {
    close();
    source = new EventSource(stream + "&tab=" + Math.random().toString(36).slice(2));
    source.addEventListener("next", (event) => location.replace(event.data));
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
