// Keeps one screen current: holds the event stream, notices when it has died, and sees to it that
// a tap is neither lost nor played twice (every form carries a key; the server answers it once).
(() => {
  "use strict";
  const url = document.body.dataset.stream;
  if (!url || !window.EventSource) return;
  const SILENCE = 9000; // two heartbeats and a little
  const ARMING = 250; // a button that has just appeared under a thumb was not what it meant
  const tab = Math.random().toString(36).slice(2);
  const now = () => document.getElementById("now");
  let source = null, watch = 0, retry = 0, wait = 500, expected = 0, arming = 0;
  const pending = new Map();

  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(drop, SILENCE);
  };

  const connect = () => {
    clearTimeout(retry);
    if (source) source.close();
    source = new EventSource(url + (url.includes("?") ? "&" : "?") + "tab=" + tab);
    source.addEventListener("now", (event) => {
      wait = 500;
      alive();
      document.body.classList.remove("is-lost");
      show(event.data);
      resend();
    });
    source.addEventListener("beat", alive);
    source.addEventListener("role", () => location.reload());
    source.onerror = drop;
    alive();
  };

  // The browser's own retry is not used: it never comes back from a 503, nor from a dead Wi-Fi.
  const drop = () => {
    clearTimeout(watch);
    clearTimeout(retry);
    if (source) source.close();
    source = null;
    document.body.classList.add("is-lost");
    retry = setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, 4000);
  };

  const show = (html) => {
    const before = now().dataset.sequence, mine = isMyTurn();
    Idiomorph.morph(now(), html, {
      morphStyle: "outerHTML",
      callbacks: {
        // What somebody is putting together stays as it is while it is the same step.
        beforeNodeMorphed: (old, fresh) =>
          !(old.dataset && old.dataset.keep && fresh.dataset && old.dataset.keep === fresh.dataset.keep),
        // What was typed, ticked, chosen and unfolded is the reader's; the server never fills a field.
        beforeAttributeUpdated: (name, node) =>
          !(name === "open" && node.tagName === "DETAILS") && name !== "checked" && name !== "selected" &&
          !(name === "value" && node.tagName === "INPUT" && node.type !== "hidden"),
      },
    });
    htmx.process(now());
    if (now().dataset.sequence !== before) arm();
    if (isMyTurn() && !mine && navigator.vibrate) navigator.vibrate(80);
  };

  const isMyTurn = () => Boolean(now().querySelector(".my-turn"));

  const arm = () => {
    document.body.classList.add("is-fresh");
    clearTimeout(arming);
    arming = setTimeout(() => document.body.classList.remove("is-fresh"), ARMING);
  };

  // A tap that met a dead network is sent again with the same key when the stream is back.
  const resend = () => {
    for (const [key, values] of [...pending]) {
      pending.delete(key);
      htmx.ajax("POST", now().querySelector("#tap").getAttribute("action"), { source: "#tap", values, swap: "none" });
    }
  };

  document.addEventListener("htmx:sendError", (event) => {
    const values = Object.fromEntries(event.detail.requestConfig.formData || []);
    if (values.key) pending.set(values.key, values);
    drop();
  });

  // Enter in a field presses the button beside it, and no other.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("#now input")) return;
    event.preventDefault();
    const button = event.target.closest(".row")?.querySelector("button");
    if (button) button.click();
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "tap" && document.body.classList.contains("is-fresh")) event.preventDefault();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const request = event.detail.xhr;
    if (!event.detail.successful || !request) return;
    document.getElementById("notice").textContent = "";
    for (const field of now().querySelectorAll("input:not([type=hidden],[type=checkbox],[type=radio])")) field.value = "";
    expected = Number(request.getResponseHeader("Companion-Sequence")) || 0;
    // The answer came by one road and the screen comes by another: ask anew if that one is dead.
    setTimeout(() => { if (Number(now().dataset.sequence) < expected) connect(); }, 1500);
  });

  // iOS ends a hidden page's stream without a word; so every return to the page asks anew.
  const wake = () => { if (document.visibilityState === "visible") { wait = 500; connect(); } };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("pagehide", () => { if (source) source.close(); clearTimeout(watch); });

  // The screen can be kept on only where the browser trusts the address (https or this machine).
  let lock = null;
  const keepOn = async () => { try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; } };
  const awake = document.getElementById("awake"), asleep = document.getElementById("asleep");
  if (awake && "wakeLock" in navigator) {
    awake.hidden = false;
    awake.querySelector("[data-awake]").addEventListener("click", () => { keepOn(); awake.hidden = true; });
    document.addEventListener("visibilitychange", () => { if (lock && document.visibilityState === "visible") keepOn(); });
  } else if (asleep) asleep.hidden = false;

  connect();
})();
