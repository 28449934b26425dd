// Keeps one screen current: holds the event stream, notices when it has died, and sees to it that
// a tap is neither lost nor played twice (every form carries a key; the server answers it once).
(() => {
  "use strict";
  // A banker changes its stream.
  const page = document.body.dataset,
    { htmx, Idiomorph, companionSays } = window;
  // Without one of them plain.js takes over.
  if (!page.stream || !htmx || !Idiomorph || !companionSays) return;
  // Two heartbeats and a little.
  const SILENCE = 21000;
  const HIDDEN = 5000;
  const FIELDS = "input:not([type=hidden]):not([type=checkbox]):not([type=radio])";
  // The next page of this tab takes its stream over; a copy of the tab has its own.
  const tab = sessionStorage.getItem("tab") || Math.random().toString(36).slice(2);
  const byId = (id) => document.getElementById(id);
  const now = () => byId("now");
  const lost = byId("lost"),
    reconnecting = lost.textContent;
  let source = null,
    watch = 0,
    retry = 0,
    rest = 0,
    plain = "",
    wait = 500,
    expected = 0,
    at = 0,
    isOdd = false,
    isFirst = true,
    isFlying = false,
    hasTyped = false,
    hasWaited = false;
  const pending = new Map();

  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(drop, SILENCE);
  };

  const connect = () => {
    clearTimeout(retry);
    sessionStorage.removeItem("tab");
    source?.close();
    // What a new stream shows first is how things are.
    expected = 0;
    isFirst = true;
    source = new EventSource(
      page.stream + (page.stream.includes("?") ? "&" : "?") + "tab=" + tab + plain,
    );
    // What lies between may wait for more before it unpacks anything: after three seconds events come as they are.
    source.onopen = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        plain = "&plain=1";
        connect();
      }, 3000);
    };
    source.addEventListener("now", (event) => {
      if (!pending.size) wait = 500;
      alive();
      show(event.data, event.lastEventId);
      // What was on its way when the network went may hang for minutes; under its key it is answered once.
      if (isFlying && document.body.classList.contains("is-lost"))
        htmx.trigger("#tap", "htmx:abort");
      document.body.classList.remove("is-lost");
      resend();
    });
    source.addEventListener("beat", alive);
    source.addEventListener("role", () => location.reload());
    // All go on at another table.
    source.addEventListener("next", (event) => location.replace(event.data));
    source.onerror = drop;
    alive();
  };

  const close = () => {
    clearTimeout(watch);
    clearTimeout(retry);
    source?.close();
    source = null;
  };

  // The browser's own retry is not used: it never comes back from a 503, nor from a dead Wi-Fi.
  const drop = () => {
    close();
    document.body.classList.add("is-lost");
    hasWaited = isFlying || pending.size > 0;
    lost.textContent = hasWaited ? lost.dataset.waits : reconnecting;
    lost.classList.toggle("has-tap", hasWaited);
    retry = setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, 4000);
  };

  // Each fragment of a push takes the place of the old one.
  const show = (html, sequence) => {
    const before = shown(),
      sent = now().querySelector(".panel [data-touch-sent], .panel fieldset"),
      pushed = document.createElement("template");
    pushed.innerHTML = html;
    play(pushed.content.querySelector("#part-scenes"), sequence);
    for (const fragment of Array.from(pushed.content.children)) morph(byId(fragment.id), fragment);
    now().dataset.sequence = sequence;
    isFirst = false;
    const news = fresh(before);
    tell(before, news);
    const form = byId("tap");
    if (form) {
      form.elements.seen.value = sequence;
      form.elements.key.value = newKey();
    }
    take();
    document.dispatchEvent(new CustomEvent("shown", { detail: news }));
    bring();
    measure();
    settle();
    // What became of what was put together and sent stands above.
    if (sent && !sent.isConnected) now().querySelector(".panel")?.scrollIntoView();
    face(before);
  };

  // The page returns to its top for a new question, for the end, and after a bid that was typed at its foot.
  const face = (before) => {
    const after = shown();
    const isNew = after.step > before.step;
    // Where several are asked at once, what the others answer asks nothing new.
    const asks = after.asks && (!before.asks || (isNew && after.asks !== "several"));
    const isBid = hasTyped && after.step >= expected;
    if (isBid) hasTyped = false;
    // Between several steps at once, it was somebody else's turn.
    const comes = asks && (!before.asks || after.step > before.step + 1);
    if (comes && navigator.vibrate) navigator.vibrate(80);
    // The menu hides nothing that is asked.
    if (comes) document.querySelector(".menu[open]")?.removeAttribute("open");
    if (isTyping() && !isBid) return;
    if ((asks || isBid || after.isOver > before.isOver) && now().getBoundingClientRect().top < 0)
      now().scrollIntoView();
  };

  // A scene begins with the push that brings its move, and no later push of that move touches it. A stream's first
  // push shows how things are, not how they became so.
  const play = (scenes, sequence) => {
    if (!scenes) return;
    if (isFirst) scenes.textContent = "";
    if (sequence === now().dataset.sequence) scenes.remove();
    else byId(scenes.id).replaceWith(scenes);
  };

  // What the screen shows, as the server says it in data: never read from words, which may be the same twice.
  const shown = () => {
    const { dataset } = now().querySelector(".mine") || now();
    return {
      step: Number(now().dataset.sequence),
      at: Math.max(at, ...lines().map((line) => Number(line.dataset.at || 0))),
      asks: now().querySelector(".my-turn")?.dataset.asks,
      isOver: Boolean(now().querySelector(".end")),
      // When the time is up, the clock may be all that says so.
      isClock: !now().querySelector(".waiting, .verdict"),
      seat: dataset.seat,
      amounts: figures().map(({ dataset: { money, points } }) => Number(money || points)),
      focused: now().contains(document.activeElement) ? document.activeElement : null,
    };
  };
  const figures = () => [...now().querySelectorAll(".mine [data-money], .mine [data-points]")];

  // The lines of what happened, newest first. On a phone the newest stands above the others, in words to its reader.
  const lines = () => {
    const all = [...now().querySelectorAll("[data-step]")];
    return all.filter((line) => !(all[0].matches(".stage .just") && line === all[1]));
  };

  // Those that came since: of a later step, or about a seat.
  const fresh = (before) =>
    lines()
      .filter(
        ({ dataset: { step, at } }) =>
          step > before.step || (Number(step) === before.step && at > before.at),
      )
      .reverse();

  const words = (thing) => thing.textContent.trim().replace(/\s+/g, " ");

  // The title and the live region say what is new; each of my figures says for a moment by how much it changed.
  const tell = (before, news) => {
    const after = shown(),
      asked = now().querySelector(after.isClock ? ".clock.is-over span" : ".waiting, .verdict");
    at = after.at;
    if (!asked) return;
    document.title = `${words(asked)} · ${document.body.dataset.title}`;
    const scores = byId("scores");
    if (scores) scores.textContent = scores.dataset[after.isOver ? "over" : "running"];
    if (news.length || after.step > before.step || after.isClock > before.isClock) {
      // A screen reader repeats the same words only if the text differs.
      isOdd = !isOdd;
      byId("told").textContent = [asked, ...news].map(words).join(" ") + (isOdd ? "" : "\u00a0");
    }
    if (after.seat === before.seat && after.step > before.step)
      figures().forEach((figure, place) =>
        showChange(figure, after.amounts[place] - before.amounts[place]),
      );
    // A key's focus does not fall to the top of the page when its button goes.
    if (before.focused && !before.focused.isConnected)
      now()
        .querySelector(".hands button, .hands a, .stage button, .stage a")
        ?.focus({ preventScroll: true });
  };

  // What few screens need comes with the first that does.
  const bring = () => {
    need("compose", now().querySelector("[data-action]"));
    need("clock", byId("clock"));
    need("drafts", true);
    need("awake", byId("awake") && "wakeLock" in navigator);
    need("count", localStorage.getItem("counts " + location.pathname.split("/")[2]) !== null);
  };
  const need = (name, isNeeded) => {
    if (!page[name] || !isNeeded) return;
    const script = document.createElement("script");
    script.src = page[name];
    delete page[name];
    document.body.append(script);
  };

  // Beside the figure it means, until the next push: over nothing that is read or tapped. What changed a figure that
  // was not there has no number.
  const showChange = (figure, change) => {
    if (!change) return;
    const delta = document.createElement("small");
    delta.className = "delta";
    // The live region says it.
    delta.setAttribute("aria-hidden", "true");
    delta.textContent = `${change < 0 ? "−" : "+"}${Math.abs(change)}`;
    delta.addEventListener("animationend", delta.remove);
    figure.append(delta);
  };

  // Under one key a tap counts once; whatever is tapped on one screen has the same.
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  const morph = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    Idiomorph.morph(old, fresh, {
      morphStyle: "outerHTML",
      callbacks: {
        // What somebody is putting together stays as it is while it is the same step.
        beforeNodeMorphed: (before, after) =>
          !(before.dataset?.keep && before.dataset.keep === after.dataset?.keep) &&
          !before.isEqualNode(after),
        // What was typed, ticked, chosen and unfolded is the reader's; the server never fills a field.
        // What touch.js marks, the server knows nothing of.
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

  // Messages stand below name and money.
  const measure = () => {
    const head = now().querySelector(".mine");
    if (head) document.body.style.setProperty("--head", `${head.offsetHeight}px`);
  };

  // A tap is on its way until its screen has come, or its refusal.
  const settle = () => {
    if (isFlying || pending.size || Number(now().dataset.sequence) < expected) return;
    for (const marked of now().querySelectorAll("[data-touch-sent]"))
      marked.removeAttribute("data-touch-sent");
  };

  // A tap whose answer stayed out may have been kept. When the stream is back it is sent again under its key,
  // which counts once, and so on until somebody answers what became of it; one tap after the other.
  const isInDoubt = (request) =>
    request.getResponseHeader("Retry-After") ||
    // A proxy's own word.
    (request.status >= 500 && !request.getResponseHeader("HX-Retarget"));

  const resend = () => {
    const [oldest] = pending.values();
    // By no element of the screen: what is tapped there meanwhile would drop it.
    if (oldest)
      htmx.ajax("POST", oldest.path, {
        source: document.body,
        values: oldest.formData,
        swap: "none",
      });
  };

  // Anything else is a link's, or sent again.
  const isTap = (event) => event.detail.requestConfig.elt.id === "tap";
  const keep = (event) => {
    const { path, formData } = event.detail.requestConfig,
      key = formData.get("key");
    if (key) pending.set(key, { path, formData });
  };
  const failed = (event) => {
    keep(event);
    drop();
  };
  document.addEventListener("htmx:sendAbort", keep);
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);

  // The main button takes the number that is typed, and says so.
  const takerOf = (field) => now().querySelector(`[data-takes="${CSS.escape(field.name)}"]`);
  const take = () => {
    for (const field of now().querySelectorAll(".slots > .other input")) {
      const button = takerOf(field),
        typed = field.value.trim();
      if (!button) continue;
      const { words, label } = button.dataset,
        times = (_, factor) =>
          factor === "1" ? typed : /^\d+$/.test(typed) ? String(typed * factor) : "…";
      const text = typed && words ? words.replace(/\{(\d+)\}/g, times) : label;
      if (button.textContent !== text) button.textContent = text;
    }
  };

  // Who closes the field drops what was typed.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open || !target.matches(".slots > .other")) return;
      target.querySelector("input").value = "";
      take();
    },
    true,
  );

  // Enter in a field presses the button beside it, or the one that takes what is typed, and no other.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("#now input")) return;
    event.preventDefault();
    (event.target.closest(".row")?.querySelector("button") || takerOf(event.target))?.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#now button"))
      hasTyped =
        "takes" in event.target.dataset && Boolean(document.querySelector(".slots [open] input"));
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    if (isTap(event)) isFlying = true;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful, requestConfig } = event.detail;
    if (isTap(event)) isFlying = false;
    // No answer at all: it is kept, and waits.
    if (!xhr.status) return;
    if (isInDoubt(xhr)) return failed(event);
    const waited = pending.delete(requestConfig.formData.get("key"));
    if (waited) resend();
    // Only the answer to a tap has the number of its step.
    const step = Number(xhr.getResponseHeader("Companion-Sequence"));
    if (successful && step) answered(step);
    if (isTap(event) || (waited && !pending.size)) hasWaited = false;
    settle();
  });

  // Not every page with a stream has a place for refusals.
  const unsay = () => {
    if (byId("notice")) byId("notice").textContent = "";
  };

  const answered = (step) => {
    unsay();
    for (const field of now().querySelectorAll(FIELDS)) field.value = "";
    take();
    // The typed amount has been sent, so its field closes and a phone's keys go away.
    const typing = now().querySelector(".slots > .other[open]");
    if (typing) typing.open = false;
    expected = step;
    if (hasWaited) companionSays("arrived");
    // The answer came by one road and the screen comes by another: ask anew if that one is dead.
    setTimeout(() => {
      if (Number(now().dataset.sequence) < expected) connect();
    }, 1500);
  };

  // A refusal goes away once something in the form is changed.
  document.addEventListener("input", (event) => {
    if (!event.target.closest("#now")) return;
    unsay();
    take();
  });

  // What opens something on the same screen leaves it where it was scrolled to, unless what it opened is out of sight.
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

  // iOS ends a hidden page's stream without a word; so every return to the page asks anew.
  const isHidden = () => document.visibilityState !== "visible";
  const wake = () => {
    clearTimeout(rest);
    if (isHidden()) {
      rest = setTimeout(sleep, HIDDEN);
      return;
    }
    wait = 500;
    connect();
  };
  // Browsers open six connections to a host, and a stream holds one. A page that speaks keeps it, and one whose tap waits.
  const sleep = () => {
    const speaks = byId("speak")?.getAttribute("aria-pressed") === "true";
    if (!speaks && !isFlying && !pending.size) close();
    rest = setTimeout(sleep, HIDDEN);
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });
  addEventListener("online", wake);
  addEventListener("offline", () => source && drop());
  addEventListener("resize", measure);
  addEventListener("pagehide", () => {
    sessionStorage.setItem("tab", tab);
    clearTimeout(rest);
    close();
  });

  const asleep = byId("asleep");
  if (asleep) asleep.hidden = "wakeLock" in navigator;
  wake();
  bring();
  measure();
  page.live = "";
  window.companionMorph = morph;
})();
