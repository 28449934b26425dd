// Keeps the screen of a table current for every player, the banker and the big screen. It shows what the event stream
// pushes, and reconnects when the stream dies. A tap is never lost and never counts twice: it is sent again until it is
// answered, and its key lets the server recognize it.
(() => {
  "use strict";
  // cockpit.js changes the stream's address when the banker plays for another seat.
  const pageData = document.body.dataset,
    { htmx, Idiomorph, companionSays } = window;
  // If one of these is missing, plain.js takes over.
  if (!pageData.stream || !htmx || !Idiomorph || !companionSays) return;
  // All times are in milliseconds. The server sends a heartbeat every ten seconds. After this long, two are missing.
  const SILENCE = 21000;
  // A page that has been hidden for this long closes its stream.
  const HIDDEN = 5000;
  const PROMPTS = ".waiting, .verdict, .you-win";
  const FIELDS = "input:not([type=hidden]):not([type=checkbox]):not([type=radio])";
  // The id of this browser tab, by which the server replaces the stream of the tab's previous page. It is stored only on
  // pagehide, so a duplicated tab gets a new id.
  const tab = sessionStorage.getItem("tab") || Math.random().toString(36).slice(2);
  const byId = (id) => document.getElementById(id);
  const now = () => byId("now");
  const lost = byId("lost"),
    reconnecting = lost.textContent;
  let stream = null,
    silenceTimer = 0,
    retryTimer = 0,
    sleepTimer = 0,
    compressionQuery = "",
    retryDelay = 500,
    expectedStep = 0,
    newestAt = 0,
    isOdd = false,
    isFirstPush = true,
    isSending = false,
    hasTyped = false,
    tapHadToWait = false,
    held = null;
  // Taps without an answer, by their keys.
  const pending = new Map();

  const expectHeartbeat = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(reconnectLater, SILENCE);
  };

  const connect = () => {
    clearTimeout(retryTimer);
    sessionStorage.removeItem("tab");
    stream?.close();
    expectedStep = 0;
    isFirstPush = true;
    const separator = pageData.stream.includes("?") ? "&" : "?";
    stream = new EventSource(pageData.stream + separator + "tab=" + tab + compressionQuery);
    // Some proxies and virus scanners hold compressed events back. If none arrives in time, ask for compressionQuery ones.
    stream.onopen = () => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => {
        compressionQuery = "&plain=1";
        connect();
      }, 3000);
    };
    stream.addEventListener("now", (event) => {
      if (!pending.size) retryDelay = 500;
      expectHeartbeat();
      showPush(event.data, event.lastEventId);
      // A request from before the network failed may hang for minutes. It is aborted and sent again with the same key.
      if (isSending && document.body.classList.contains("is-lost"))
        htmx.trigger("#tap", "htmx:abort");
      document.body.classList.remove("is-lost");
      resend();
    });
    stream.addEventListener("beat", expectHeartbeat);
    stream.addEventListener("role", () => location.reload());
    // The players go on to the next game, at another table.
    stream.addEventListener("next", (event) => location.replace(event.data));
    stream.onerror = reconnectLater;
    expectHeartbeat();
  };

  const disconnect = () => {
    clearTimeout(silenceTimer);
    clearTimeout(retryTimer);
    stream?.close();
    stream = null;
  };

  // The browser's own retry is not used, because it gives up after a 503 and does not notice a dead Wi-Fi.
  const reconnectLater = () => {
    disconnect();
    document.body.classList.add("is-lost");
    tapHadToWait = isSending || pending.size > 0;
    lost.textContent = tapHadToWait ? lost.dataset.waits : reconnecting;
    lost.classList.toggle("has-tap", tapHadToWait);
    retryTimer = setTimeout(connect, retryDelay);
    retryDelay = Math.min(retryDelay * 1.6, 4000);
  };

  // A push contains the whole screen. Each of its fragments replaces the fragment with the same id.
  const showPush = (html, sequence) => {
    const isNew = sequence !== now().dataset.sequence;
    // The next move ends the scenes of the previous one.
    if (isNew) release();
    const before = held ? held.before : screenState(),
      composedPart = now().querySelector(".panel [data-touch-sent], .panel fieldset"),
      pushed = document.createElement("template");
    pushed.innerHTML = html;
    dropOldOnceElements(pushed.content, isNew && !isFirstPush);
    const fragments = Array.from(pushed.content.children),
      revealing = fragments.filter(({ id }) => id === "part-public" || id === "part-clock"),
      scenes = pushed.content.querySelector(".scenes");
    for (const fragment of fragments)
      if (!revealing.includes(fragment)) morph(byId(fragment.id), fragment);
    now().dataset.sequence = sequence;
    isFirstPush = false;
    const form = byId("tap");
    if (form) {
      form.elements.seen.value = sequence;
      form.elements.key.value = newKey();
    }
    const isPlaying = isNew && scenes && getComputedStyle(byId(scenes.id)).animationName !== "none";
    const show = () => {
      for (const fragment of revealing) morph(byId(fragment.id), fragment);
      react(before, composedPart);
    };
    if (!held && !isPlaying) return show();
    // No result is shown before its scene. Until the scene ends, the big screen shows the state before the move.
    held = { before, show };
    document.body.classList.add("is-held");
  };

  const release = () => {
    const ended = held;
    held = null;
    document.body.classList.remove("is-held");
    if (ended) ended.show();
  };
  document.addEventListener("animationend", ({ target }) => target.matches(".scenes") && release());

  // Reacts to what a push has changed since a state of the screen.
  const react = (before, composedPart) => {
    const news = newLines(before);
    announce(before, news);
    labelButtons();
    document.dispatchEvent(new CustomEvent("shown", { detail: news }));
    loadScripts();
    measureHead();
    unmarkAnswered();
    // After a composed move was sent, its result is at the top of the panel.
    if (composedPart && !composedPart.isConnected) now().querySelector(".panel")?.scrollIntoView();
    alertPlayer(before);
  };

  // Vibrates when it becomes this player's turn. Scrolls to the top for a new prompt, at the end of the game, and after
  // the player typed a bid further down.
  const alertPlayer = (before) => {
    const after = screenState();
    const isNewStep = after.step > before.step;
    // If several players are asked at once, each answer adds a step, but the prompt stays the same.
    const isAsked = after.asks && (!before.asks || (isNewStep && after.asks !== "several"));
    const isBid = hasTyped && after.step >= expectedStep;
    if (isBid) hasTyped = false;
    // If one push brings several steps, others acted in between, so this is a new turn even after an earlier prompt. A
    // banker's screen passes from one seat to the next.
    const isNewTurn =
      isAsked && (!before.asks || after.step > before.step + 1 || after.seat !== before.seat);
    if (isNewTurn && navigator.vibrate) navigator.vibrate(80);
    if (isNewTurn && window.companionSound) window.companionSound.play("notes");
    // An open menu would cover the prompt.
    if (isNewTurn) document.querySelector(".menu[open]")?.removeAttribute("open");
    if (isTyping() && !isBid) return;
    const scrollsUp = isAsked || isBid || after.isOver > before.isOver;
    if (scrollsUp && now().getBoundingClientRect().top < 0) now().scrollIntoView();
  };

  // Elements that are shown once, such as scenes, start with the push of their move. Later pushes of the same move leave
  // them alone. The first push of a stream shows none, because they may be old.
  const dropOldOnceElements = (pushed, isNew) => {
    for (const element of pushed.querySelectorAll(".once"))
      if (!isNew && !byId(element.id)) element.remove();
  };

  // Facts about the screen, read from data attributes, because two different screens may have the same text.
  const screenState = () => {
    const { dataset } = now().querySelector(".mine") || now();
    return {
      step: Number(now().dataset.sequence),
      newestAt: Math.max(newestAt, ...historyLines().map((line) => Number(line.dataset.at || 0))),
      asks: now().querySelector(".my-turn")?.dataset.asks,
      isOver: Boolean(now().querySelector(".end")),
      // When the agreed time is up, there may be no prompt except the clock.
      hasNoPrompt: !now().querySelector(PROMPTS),
      seat: dataset.seat,
      amounts: figures().map(({ dataset: { money, points } }) => Number(money || points)),
      focused: now().contains(document.activeElement) ? document.activeElement : null,
    };
  };
  const figures = () => [...now().querySelectorAll(".mine [data-money], .mine [data-points]")];

  // The lines of the history, newest first. A phone shows the newest one twice. The second of the two is left out,
  // because only the first one speaks to the player as "you".
  const historyLines = () => {
    const lines = [...now().querySelectorAll("[data-step]")];
    return lines.filter((line) => !(lines[0].matches(".stage .just") && line === lines[1]));
  };

  // Changes of seats add lines without a new step. Those are ordered by data-at.
  const newLines = (before) =>
    historyLines()
      .filter(
        ({ dataset: { step, at } }) =>
          step > before.step || (Number(step) === before.step && at > before.newestAt),
      )
      .reverse();

  const words = (element) => element.textContent.trim().replace(/\s+/g, " ");

  // Shows the prompt in the title, gives it and the new lines to screen readers, and shows how the money changed.
  const announce = (before, news) => {
    const after = screenState(),
      prompt = now().querySelector(after.hasNoPrompt ? ".clock.is-over span" : PROMPTS);
    newestAt = after.newestAt;
    if (!prompt) return;
    // A phone that waits for the big screen does not say in its title who has won.
    document.title = (byId("looked") ? "" : `${words(prompt)} · `) + pageData.title;
    const scores = byId("scores");
    if (scores) scores.textContent = scores.dataset[after.isOver ? "over" : "running"];
    if (news.length || after.step > before.step || after.hasNoPrompt > before.hasNoPrompt) {
      // Screen readers ignore an unchanged text, so every second announcement ends with a no-break space.
      isOdd = !isOdd;
      byId("told").textContent = [prompt, ...news].map(words).join(" ") + (isOdd ? "" : "\u00a0");
    }
    if (after.seat === before.seat && after.step > before.step)
      figures().forEach((figure, place) =>
        showChange(figure, after.amounts[place] - before.amounts[place]),
      );
    // If the focused button is gone, the focus would fall back to the top of the page. It moves to the main button, for a
    // player who is asked to another button of the stage, or to the prompt, but never to Undo.
    if (!before.focused) return;
    const find = (place) => now().querySelector(`${place} button, ${place} a`);
    const next = before.focused.isConnected
      ? before.focused
      : find(".main") || (after.asks && find(".stage")) || prompt;
    if (next === prompt) prompt.tabIndex = -1;
    // In its first frame a part that is dealt loses the focus and takes none.
    setTimeout(
      () => document.activeElement === document.body && next.focus({ preventScroll: true }),
      50,
    );
  };

  // Loads the scripts that only some screens need. The page has their addresses in data attributes.
  const loadScripts = () => {
    loadScript("compose", now().querySelector("[data-action]"));
    loadScript("clock", byId("clock"));
    loadScript("drafts", true);
    loadScript("awake", byId("awake") && "wakeLock" in navigator);
    loadScript("sound", localStorage.getItem("notes") !== null);
    loadScript("count", localStorage.getItem("counts " + location.pathname.split("/")[2]) !== null);
  };
  const loadScript = (name, isNeeded) => {
    if (!pageData[name] || !isNeeded) return;
    const script = document.createElement("script");
    script.src = pageData[name];
    delete pageData[name];
    document.body.append(script);
  };

  // Shows a change such as +5 beside its figure. If the figure was not there before, the change is not a number.
  const showChange = (figure, change) => {
    if (!change) return;
    const element = document.createElement("small");
    element.className = "delta";
    // Screen readers already read the line of the history.
    element.setAttribute("aria-hidden", "true");
    const written = (figure.dataset.money && window.companionWritten) || String;
    element.textContent = (change < 0 ? "−" : "+") + written(Math.abs(change));
    element.addEventListener("animationend", element.remove);
    figure.append(element);
  };

  // All buttons of one screen have the same key, so only the first tap on it counts.
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  const morph = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    Idiomorph.morph(old, fresh, {
      morphStyle: "outerHTML",
      callbacks: {
        // A move that the player is composing stays as it is until its data-keep changes.
        beforeNodeMorphed: (before, after) =>
          !(before.dataset?.keep && before.dataset.keep === after.dataset?.keep) &&
          !before.isEqualNode(after),
        // The server does not know the marks of touch.js, nor what the player typed, chose or opened.
        beforeAttributeUpdated: (name, node) =>
          !name.startsWith("data-touch") &&
          !(name === "open" && node.tagName === "DETAILS") &&
          name !== "checked" &&
          name !== "selected" &&
          !(name === "value" && node.tagName === "INPUT" && node.type !== "hidden"),
      },
    });
    htmx.process(byId(fresh.id));
  };

  const isTyping = () => document.activeElement?.matches(`select, ${FIELDS}`);

  // Messages are placed below the player's name and money, so the styles need the height of these.
  const measureHead = () => {
    const head = now().querySelector(".mine");
    if (head) document.body.style.setProperty("--head", `${head.offsetHeight}px`);
  };

  // A tap stays marked as sent until it is refused or the screen shows its result.
  const unmarkAnswered = () => {
    if (isSending || pending.size || Number(now().dataset.sequence) < expectedStep) return;
    for (const marked of now().querySelectorAll("[data-touch-sent]"))
      marked.removeAttribute("data-touch-sent");
  };

  // Whether it is uncertain that the server handled the tap, so that it must be sent again. The app asks for that with
  // Retry-After. A 5xx response without HX-Retarget comes from a proxy.
  const isInDoubt = (request) =>
    request.getResponseHeader("Retry-After") ||
    (request.status >= 500 && !request.getResponseHeader("HX-Retarget"));

  // Sends the oldest pending tap again with its key. The next one follows when this one is answered.
  const resend = () => {
    const [oldest] = pending.values();
    // The source is not #tap, because hx-sync drops each request of #tap that overlaps another one.
    if (oldest)
      htmx.ajax("POST", oldest.path, {
        source: document.body,
        values: oldest.formData,
        swap: "none",
      });
  };

  // Other requests come from links, or from resend.
  const isTap = (event) => event.detail.requestConfig.elt.id === "tap";
  const keepPending = (event) => {
    const { path, formData } = event.detail.requestConfig,
      key = formData.get("key");
    if (key) pending.set(key, { path, formData });
  };
  const retryLater = (event) => {
    keepPending(event);
    reconnectLater();
  };
  document.addEventListener("htmx:sendAbort", keepPending);
  document.addEventListener("htmx:sendError", retryLater);
  document.addEventListener("htmx:timeout", retryLater);

  // The button that sends a typed number shows this number on its label.
  const buttonOf = (field) => now().querySelector(`[data-takes="${CSS.escape(field.name)}"]`);
  const labelButtons = () => {
    for (const field of now().querySelectorAll(".slots > .other input")) {
      const button = buttonOf(field),
        typed = field.value.trim();
      if (!button) continue;
      // In data-words, {1} stands for the number, and {3} for three times the number.
      const { words, label } = button.dataset,
        multiplied = (_, factor) =>
          factor === "1" ? typed : /^\d+$/.test(typed) ? String(typed * factor) : "…";
      const text = typed && words ? words.replace(/\{(\d+)\}/g, multiplied) : label;
      if (button.textContent !== text) button.textContent = text;
    }
  };

  // Closing the field for another amount clears it.
  const clearClosedField = ({ target }) => {
    if (target.open || !target.matches(".slots > .other")) return;
    target.querySelector("input").value = "";
    labelButtons();
  };
  document.addEventListener("toggle", clearClosedField, true);

  // Enter in a field presses the button beside it, or the one that sends it, instead of the first one of the form.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("#now input")) return;
    event.preventDefault();
    (event.target.closest(".row")?.querySelector("button") || buttonOf(event.target))?.click();
  });

  // Notes whether the tap sends a typed amount.
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#now button"))
      hasTyped =
        "takes" in event.target.dataset && Boolean(document.querySelector(".slots [open] input"));
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    if (isTap(event)) isSending = true;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful, requestConfig } = event.detail;
    if (isTap(event)) isSending = false;
    // Without an answer, one of the listeners above has already kept the tap.
    if (!xhr.status) return;
    if (isInDoubt(xhr)) return retryLater(event);
    const wasPending = pending.delete(requestConfig.formData.get("key"));
    if (wasPending) resend();
    // Only the answer to a tap contains the number of its step.
    const step = Number(xhr.getResponseHeader("Companion-Sequence"));
    if (successful && step) finishTap(step);
    if (isTap(event) || (wasPending && !pending.size)) tapHadToWait = false;
    unmarkAnswered();
  });

  // Some pages with a stream have no place for refusals.
  const clearRefusal = () => {
    if (byId("notice")) byId("notice").textContent = "";
  };

  const finishTap = (step) => {
    clearRefusal();
    for (const field of now().querySelectorAll(FIELDS)) field.value = "";
    labelButtons();
    // Closing the field for another amount also hides the keyboard of a phone.
    now().querySelector(".slots > .other[open]")?.removeAttribute("open");
    expectedStep = step;
    if (tapHadToWait) companionSays("arrived");
    // The screen comes on the stream, not with the answer. If it does not come soon, the stream is dead.
    setTimeout(() => {
      if (Number(now().dataset.sequence) < expectedStep) connect();
    }, 1500);
  };

  document.addEventListener("input", (event) => {
    if (!event.target.closest("#now")) return;
    clearRefusal();
    labelButtons();
  });

  // A link that opens a panel loads the page again, at the same scroll position unless the panel is out of sight there.
  const SCROLLED = "scrolled";
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#now a[href^='?']");
    if (!link || link.closest("[hx-boost]")) return;
    sessionStorage.setItem(SCROLLED, JSON.stringify([scrollY, link.hash.slice(1)]));
    link.hash = "";
  });
  if (sessionStorage.getItem(SCROLLED)) {
    const [top, opened] = JSON.parse(sessionStorage.getItem(SCROLLED)),
      section = byId(opened);
    sessionStorage.removeItem(SCROLLED);
    scrollTo(0, top);
    if (section && section.getBoundingClientRect().top > innerHeight - 200)
      section.scrollIntoView();
  }

  // iOS ends the stream of a hidden page without an event, so each return to the page opens a new one.
  const followVisibility = () => {
    clearTimeout(sleepTimer);
    if (document.visibilityState === "visible") {
      retryDelay = 500;
      connect();
    } else sleepTimer = setTimeout(sleep, HIDDEN);
  };
  // Browsers open at most six connections to a host, so a hidden page closes its stream, unless it speaks or has a
  // pending tap.
  const sleep = () => {
    const speaks = byId("speak")?.getAttribute("aria-pressed") === "true";
    if (!speaks && !isSending && !pending.size) disconnect();
    sleepTimer = setTimeout(sleep, HIDDEN);
  };
  document.addEventListener("visibilitychange", followVisibility);
  addEventListener("pageshow", (event) => {
    if (event.persisted) followVisibility();
  });
  addEventListener("online", followVisibility);
  addEventListener("offline", () => stream && reconnectLater());
  addEventListener("resize", measureHead);
  addEventListener("pagehide", () => {
    sessionStorage.setItem("tab", tab);
    clearTimeout(sleepTimer);
    disconnect();
  });

  const asleep = byId("asleep");
  if (asleep) asleep.hidden = "wakeLock" in navigator;
  followVisibility();
  loadScripts();
  measureHead();
  // plain.js sees that this script runs.
  pageData.live = "";
  window.companionMorph = morph;
})();
