// Asks a page about its layout, and returns the offences: one line of text each, the question first.
// asked: pairs of a question's name and what it is about; letters: their size, "" as usual.
async ([asked, letters]) => {
  const all = (within) => [...document.querySelectorAll(within)];
  const box = (thing) => thing.getBoundingClientRect();
  const words = (thing) => thing.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
  const isShown = (thing) => thing.getClientRects().length > 0;
  const size = (thing) => parseFloat(getComputedStyle(thing).fontSize);
  const range = (thing) => {
    const found = document.createRange();
    found.selectNodeContents(thing);
    return found;
  };
  const parts = (thing) => [...range(thing).getClientRects()];
  const inside = (thing) => box(range(thing));
  const tops = (boxes) => new Set(boxes.map(({ top }) => top)).size;
  const whether = (isRight, offence) => (isRight ? [] : [offence]);
  const offenders = (within, isWrong) => all(within).filter(isWrong).map(words);
  const some = (within) => {
    const found = all(within);
    if (!found.length) throw new Error(`nothing is ${within}`);
    return found;
  };
  // A colour as red, green, blue and how opaque it is, whatever notation the style has.
  const mixed = {};
  const colour = (style) => mixed[style] ??= (() => {
    const brush = new OffscreenCanvas(1, 1).getContext("2d");
    brush.fillStyle = style;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  })();
  const over = (upper, lower, alpha = upper[3]) =>
    [0, 1, 2].map((part) => upper[part] * alpha + lower[part] * (1 - alpha));
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (one, other) =>
    Math.max(light(one) / light(other), light(other) / light(one));
  const OUT = "svg, .unseen, .off, :disabled";
  const UNSEEN = "svg, .unseen, .skip, option, script, style, noscript";
  // What lies behind a thing; undefined where that is a picture.
  const ground = (thing) => {
    if (!thing) return colour("Canvas").slice(0, 3);
    const { backgroundColor, backgroundImage } = getComputedStyle(thing);
    if (backgroundImage !== "none") return undefined;
    const own = colour(backgroundColor);
    const behind = own[3] < 1 ? ground(thing.parentElement) : own;
    return behind && over(own, behind);
  };
  // The lines of a part's own words as they are seen, what they stay with at an edge of the screen,
  // and whether they are cut.
  const lettering = (part) => {
    const { color, fontSize } = getComputedStyle(part), frames = [];
    const looks = { visibilityProperty: true, opacityProperty: true };
    if (!part.checkVisibility(looks) || fontSize === "0px" || colour(color)[3] === 0) return [];
    let layer = null;
    for (let one = part; one !== document.body; one = one.parentElement) {
      const { position, overflowX, overflowY, textOverflow } = getComputedStyle(one);
      if (/fixed|sticky/.test(position)) layer ??= one;
      if (overflowX !== "visible")
        frames.push([box(one), textOverflow === "ellipsis" || /auto|scroll/.test(overflowX + overflowY)]);
    }
    const own = [...part.childNodes].filter((text) => text.nodeType === 3 && text.data.trim());
    return own.flatMap(parts).filter(({ width }) => width > 1).flatMap((line) => {
      // The lines of letters are higher than the letters.
      const rim = line.height / 5;
      let { left, right, top, bottom } = line, cut = false;
      for (const [frame, isRest] of frames) {
        cut ||= !isRest && top < frame.bottom && Math.max(frame.left - left, right - frame.right) > 1;
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      const seen = { left: left + 1, right: right - 1, top: top + rim, bottom: bottom - rim };
      return bottom - top > 2 * rim ? [{ part, layer, cut, ...seen }] : [];
    });
  };
  const podium = () => some(".podium > li").map((place) => ({
    rank: Number(place.querySelector("small").textContent),
    height: place.clientHeight,
    isWhole: Math.max(...[...place.children].map((part) => box(part).bottom)) <= box(place).bottom,
  }));

  const questions = {
    // What stands there, and how often if that is known.
    count: ([within, wanted]) =>
      whether(wanted ? all(within).length === wanted : all(within).length > 0,
        `${all(within).length} × ${within}`),

    none: (within) => all(within).map(words),
    shown: (within) => some(within).slice(0, 1)
      .filter((thing) => !thing.checkVisibility({ visibilityProperty: true })).map(words),

    // No page scrolls sideways.
    wider() {
      const by = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      return whether(!by, `${by} px wider than the screen`);
    },
    sticksOut: (within) => offenders(within, (frame) => {
      const { left, right } = box(frame);
      return parts(frame).some((part) => part.left < left || part.right > right);
    }),
    widerThanItsButton: (within) => offenders(within, (button) => {
      if (!button.checkVisibility()) return false;
      const { left, right } = box(button);
      return parts(button).filter((part) => part.width && part.height)
        .some((part) => part.left < left - 0.5 || part.right > right + 0.5);
    }),
    outOfSight: (within) => offenders(within, (thing) =>
      box(thing).left < 0 || box(thing).right > innerWidth),
    cut: (within) => offenders(within, (part) =>
      getComputedStyle(part).display !== "inline" && part.scrollWidth > part.clientWidth),
    outOfReach: (within) => offenders(within, (thing) => {
      const { left, right, bottom } = box(thing);
      const below = bottom + scrollY > document.documentElement.scrollHeight + 1;
      const isCut = thing.scrollWidth > thing.clientWidth
        && getComputedStyle(thing).display !== "inline";
      return isShown(thing) && (isCut || left < 0 || right > innerWidth || below);
    }),

    // Words are whole and large enough.
    broken: (within) => all(within).flatMap((frame) => {
      const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT), found = [];
      while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement;
        if (!parent.checkVisibility() || parent.closest(".url, .unseen")) continue;
        for (const word of texts.currentNode.data.matchAll(/[^\s\/–-]*[\p{L}\d][^\s\/–-]*/gu)) {
          const one = document.createRange();
          one.setStart(texts.currentNode, word.index);
          one.setEnd(texts.currentNode, word.index + word[0].length);
          if (tops([...one.getClientRects()]) > 1) found.push(word[0]);
        }
      }
      return found;
    }),
    // No words lie over others or end at an edge without an ellipsis. What stays at an edge of the
    // screen lies over what scrolls under it.
    collides() {
      const found = [], seen = all("body *").filter((part) => !part.closest(UNSEEN)).flatMap(lettering);
      seen.forEach(({ part, layer, cut, left, right, top, bottom }, place) => {
        if (cut) found.push(`cut: ${words(part)}`);
        for (const other of seen.slice(place + 1))
          if (part !== other.part && layer === other.layer && left < other.right && other.left < right
            && top < other.bottom && other.top < bottom)
            found.push(`${words(part)} | ${words(other.part)}`);
      });
      return [...new Set(found)];
    },
    lines: ([within, most]) => some(within)
      .filter((text) => tops(parts(text)) > most).map(words),
    firstOnOneLine: (within) => some(within).slice(0, 1)
      .filter((text) => tops(parts(text)) !== 1).map(words),
    onOneLine: (within) => some(within).filter((text) => tops(parts(text)) !== 1).map(words),
    lastWordsApart: (within) => some(within).filter((button) => {
      const text = button.firstChild, end = document.createRange();
      end.setStart(text, text.data.search(/\d \S+ \d\s*$/));
      end.setEnd(text, text.data.trimEnd().length);
      return tops([...end.getClientRects()]) !== 1;
    }).map(words),
    brokenName: (within) => some(within).filter((who) => {
      const seen = parts(who.lastChild).filter((line) => line.width > 1);
      return tops(seen) !== 1;
    }).map(words),
    placeholderCut: (within) => offenders(within, (field) => {
      const style = getComputedStyle(field);
      const drawn = document.createElement("canvas").getContext("2d");
      drawn.font = style.font;
      drawn.letterSpacing = style.letterSpacing;
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return drawn.measureText(field.placeholder).width > field.clientWidth - padding;
    }),
    smallType: (within) => offenders(within, (part) => isShown(part) && size(part) < 12),
    smallWords: (within) => offenders(within, (part) =>
      [...part.childNodes].some((text) => text.nodeType === 3 && text.data.trim())
      && isShown(part) && size(part) * part.currentCSSZoom < 11.9),
    // Contrast as WCAG asks: 4.5, or 3 for large letters. Pictures and what is turned off are left out.
    unreadable: (within) => all(within).flatMap((part) => {
      const isText = [...part.childNodes].some((text) => text.nodeType === 3 && text.data.trim());
      if (!isText || part.closest(OUT) || !part.checkVisibility()) return [];
      const style = getComputedStyle(part), behind = ground(part);
      // A letter in no colour at all is there for those who hear it; what is seen is drawn over it.
      if (colour(style.color)[3] === 0 || style.fontSize === "0px") return [];
      if (!behind || style.webkitTextStrokeWidth !== "0px") return [];
      let opacity = colour(style.color)[3];
      for (let one = part; one; one = one.parentElement) opacity *= getComputedStyle(one).opacity;
      const found = contrast(over(colour(style.color), behind, opacity), behind);
      const least = size(part) >= 24 || (size(part) >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
      return whether(found >= least, `${words(part)} (${found.toFixed(2)})`);
    }),
    // What is ticked stands nearer to its own words than to those before it.
    boxesAstray: () => all("label > :is([type=checkbox], [type=radio])")
      .filter((field) => field.checkVisibility() && getComputedStyle(field).opacity !== "0")
      .filter((field) => field.nextElementSibling)
      .filter((field) => {
        const { left, right, top, bottom } = box(field);
        const ends = all("label").map(box)
          .filter((one) => one.right <= left && one.top < bottom && one.bottom > top)
          .map((one) => left - one.right);
        return Math.min(...ends) < 1.5 * (inside(field.nextElementSibling).left - right);
      }).map((field) => words(field.parentElement)),
    // A button that stays at the foot of the screen lies over nothing. Folded rules are unfolded for this.
    underDock(within) {
      const folded = all(".standard:not([open])");
      folded.forEach((part) => { part.open = true; });
      const dock = box(document.querySelector(".dock"));
      const found = offenders(within, (part) => isShown(part)
        && box(part).top < dock.bottom && box(part).bottom > dock.top + 1
        && box(part).left < dock.right && box(part).right > dock.left);
      folded.forEach((part) => { part.open = false; });
      return found;
    },
    // A name is whole wherever it stands, but for lines of news, which may be cut at their end.
    namesCut: (names) => names.flatMap((name) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
      while (texts.nextNode()) {
        const text = texts.currentNode, at = text.data.indexOf(name), one = document.createRange();
        if (at < 0 || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        if (text.parentElement.closest(".lines, .just.small, .unseen, #log, script")) continue;
        one.setStart(text, at);
        one.setEnd(text, at + name.length);
        const seen = [...one.getClientRects()], frames = [document.documentElement];
        for (let frame = text.parentElement; frame !== document.body; frame = frame.parentElement)
          if (getComputedStyle(frame).overflowX !== "visible") frames.push(frame);
        const isWhole = tops(seen) === 1 && frames.map(box).every(({ left, right }) =>
          seen.every((part) => part.left > left - 1 && part.right < right + 1));
        if (!isWhole) found.push(`${name} in ${words(text.parentElement)}`);
      }
      return found;
    }),
    // With letters twice as large, these are larger, too.
    doesNotGrow: (within) => some(within).filter((part) => {
      const { style } = document.documentElement, before = style.fontSize;
      const [small, large] = ["100%", "200%"].map((letters) => {
        style.fontSize = letters;
        return size(part);
      });
      style.fontSize = before;
      return large < 1.5 * small;
    }).map(words),
    // A player's colour is the same wherever it stands, and an edge tells it from what it lies on.
    coloursDiffer(within) {
      const found = {};
      for (const chip of some(within).flatMap((one) => [...one.querySelectorAll("i[class^=c-]")])) {
        // On its own colour a disc is turned round: its shape has the colour.
        const disc = getComputedStyle(chip), shape = getComputedStyle(chip, "::before");
        const painted = [disc, shape].map((part) => part.backgroundColor).sort().join(" ");
        (found[chip.className] ??= new Set()).add(painted);
      }
      return [
        ...whether(Object.keys(found).length > 1, "fewer than two colours"),
        ...Object.keys(found).filter((name) => found[name].size > 1),
      ];
    },
    likeItsGround: (within) => some(within).filter((part) => {
      const style = getComputedStyle(part);
      const behind = ground(part.parentElement) ?? colour(style.getPropertyValue("--felt"));
      const isBand = part.matches(".edged");
      const own = colour(isBand ? style.borderLeftColor : style.backgroundColor);
      const isApart = (line) => contrast(colour(line), own) > 1.25;
      if (own[3] < 1 || contrast(own, behind) > 1.25) return false;
      if (style.boxShadow.includes("inset")) return false;
      return isBand || !(parseFloat(style.borderTopWidth) && isApart(style.borderTopColor));
    }).map(words),
    // Shadows are cut where they lie under what casts them.
    dotsCut: (within) => some(within).filter((die) => {
      const { boxShadow, width } = getComputedStyle(die, "::before");
      return [...boxShadow.matchAll(/\) (\S+)px (\S+)px/g)].some(([, right, down]) =>
        Math.max(Math.abs(right), Math.abs(down)) < parseFloat(width));
    }).map((die) => die.id),
    lastLineShort(within) {
      const [address] = some(within), before = address.textContent;
      const shares = Array.from({ length: 30 }, (_, more) => {
        address.textContent = "http://127.0.0.1:8000/pass/" + "x".repeat(60 + more);
        const lines = parts(address).map((line) => line.width);
        return lines.pop() / Math.max(...lines);
      });
      address.textContent = before;
      return whether(Math.min(...shares) > 0.5, `its last line is ${Math.min(...shares)} of it`);
    },

    // A thumb finds what it wants, and nothing else.
    small: () => all("button, a[href], summary, select, input:not([type=hidden])")
      // A rule's small link stands behind its sentence; points of a chart lie as on a slider; the way
      // past the head is seen only while it has the focus.
      .filter((thing) => !thing.matches(".rule, .skip, .points a, [type=checkbox], [type=radio]"))
      .filter((thing) => thing.checkVisibility())
      .map((thing) => [words(thing).slice(0, 30), box(thing)])
      .filter(([, { width, height }]) => width > 0 && (width < 43.9 || height < 43.9))
      .map(([said, { width, height }]) => `${said}: ${Math.round(width)} × ${Math.round(height)}`),
    // Half a rem lies between; on the narrowest phones that has 7.2 px.
    touching(within) {
      const things = all(within)
        .filter((thing) => thing.checkVisibility({ visibilityProperty: true }) && isShown(thing))
        .map((thing) => [thing, box(thing)]);
      const gap = (one, other) => Math.max(
        other.left - one.right, one.left - other.right,
        other.top - one.bottom, one.top - other.bottom,
      );
      return things.flatMap(([one, here], place) => things.slice(place + 1)
        .filter(([other, there]) => !one.contains(other) && gap(here, there) < 7.1)
        .map(([other]) => `${words(one)} | ${words(other)}`));
    },
    touchingUnfolded(within) {
      const folded = all(".tool").filter((tool) => !tool.open);
      folded.forEach((tool) => { tool.open = true; });
      const found = this.touching(within);
      folded.forEach((tool) => { tool.open = false; });
      return found;
    },
    crowded: ([within, least]) => some(within).filter((button) => {
      const at = box(button), text = inside(button);
      return Math.min(text.top - at.top, at.bottom - text.bottom) < least;
    }).map(words),
    hiddenAnswers: () => offenders(".hands > .main > :is(.first, .second)", (button) =>
      box(button).top < box(document.querySelector(".mine")).bottom
      || box(button).bottom > innerHeight),

    // Nothing is covered, and what belongs together stands together.
    sticksOutOfItsCard: () => all(".hero-card, .for-all .seats > li").flatMap((card) =>
      [...card.querySelectorAll("*")]
        .filter((part) => isShown(part)
          && !["inline", "contents"].includes(getComputedStyle(part).display)
          && (box(part).top < box(card).top - 1 || box(part).bottom > box(card).bottom + 1))
        .map(words)),
    coveredByUndo() {
      const undo = document.querySelector(".table-screen #b-undo");
      const { left, right, top, bottom } = undo ? box(undo) : {};
      return offenders(".for-all li, .for-all tr, .for-all ul, .hero-card", (part) =>
        undo && !part.matches(".lines li") // what has no room there is cut off
        && box(part).right > left && box(part).left < right
        && box(part).bottom > top + 1 && box(part).top < bottom);
    },
    notAbove([upper, lower]) {
      const bottom = Math.max(...some(upper).map((part) => box(part).bottom));
      return some(lower).filter((part) => box(part).top < bottom).map(words);
    },
    below: ([within, line]) => some(within)
      .filter((part) => box(part).bottom > box(document.querySelector(line)).top).map(words),
    near([upper, lower]) {
      const gap = box(some(lower)[0]).top - box(some(upper)[0]).bottom;
      return whether(gap > 7.5, `${gap} px`);
    },
    rentsBelowNames: () => offenders(".own i", (deed) =>
      box(deed.querySelector("b")).top > box(deed).top + 8),
    notLeftOf: ([left, right]) =>
      whether(box(some(left).at(-1)).right <= box(some(right).at(-1)).left, `${left}, ${right}`),
    // The last seconds of a clock, large at the foot of the big screen, lie over no button.
    lastSecondsOver(within) {
      const clock = document.querySelector(".clock"), before = clock.className;
      clock.className = "clock is-last";
      const face = box(clock.querySelector("b"));
      const found = offenders(within, (part) => isShown(part)
        && box(part).left < face.right && face.left < box(part).right && box(part).bottom > face.top);
      clock.className = before;
      return found;
    },
    lowerThanTheScreen: (within) => some(within)
      .filter((part) => box(part).bottom > innerHeight).map((part) => `${box(part).bottom} px`),
    higher: ([within, most]) => some(within).slice(0, 1)
      .filter((part) => box(part).height > most).map((part) => `${box(part).height} px high`),
    narrower: ([within, least]) => some(within)
      .filter((part) => box(part).width < least).map((part) => `${box(part).width} px wide`),
    widerThan: ([within, most]) => some(within)
      .filter((part) => box(part).width >= most).map((part) => `${box(part).width} px wide`),
    notInARow: (within) =>
      whether(tops(some(within).map(box)) === 1, some(within).map(words).join()),
    belowItsWord: () => some(".said button").filter((name) =>
      box(name).left < box(name.closest(".said").querySelector("q")).right).map(words),
    farFromItsWord() {
      const said = some(".said")[0], quoted = said.querySelector("q");
      const { left, right } = box(quoted), end = inside(quoted).right;
      const gaps = [box(said.querySelector("button")).left - right, right - end];
      return whether(gaps.every((gap) => gap >= 0 && gap <= 12), `gaps of ${gaps}`);
    },
    cubeFarFromItsWord() {
      const label = some("#tool-settle label")[1];
      const cube = box(label.querySelector("i")), field = box(label.querySelector("input"));
      const texts = [...label.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      const begin = inside(texts.length ? texts[0] : label.querySelector("span")).left;
      return whether(begin - cube.right <= 16 && 16 < field.left - begin,
        `${begin - cube.right} and ${field.left - begin} px`);
    },
    pilesAstray: () => some(".board .lot-title:has(small)").filter((lot) => {
      const name = document.createRange(), small = lot.querySelector("small");
      name.selectNodeContents(lot);
      name.setEndBefore(small);
      const found = parts(small).filter((part) => part.width > 1).map(({ top }) => top);
      const bottom = Math.max(...[...name.getClientRects()].map((part) => part.bottom));
      return !found.every((top) => top >= bottom - 4)
        || Math.max(...found) - Math.min(...found) >= 12;
    }).map(words),
    cubesOnTwoLines: () => some(".tiles > li:not(.sold)").filter((tile) =>
      tops([...tile.querySelectorAll("i")].flatMap((cubes) => [...cubes.getClientRects()])
        .filter((line) => line.width)) > 1).map(words),
    lotsUneven() {
      const rows = some(".lots > a").map(box).filter(({ width }) => width);
      const widths = rows.slice(0, -2).map(({ width }) => Math.round(width));
      const heights = new Set(rows.map(({ height }) => Math.round(height)));
      return whether(Math.max(...widths) - Math.min(...widths) <= 1 && heights.size === 1,
        `${widths} wide, ${[...heights]} high`);
    },
    payingUneven() {
      const sizes = some(".main > button").map((button) =>
        [box(button).width, box(button).height, button.querySelector("i") !== null].join());
      return whether(sizes.length === 2 && sizes[0] === sizes[1] && sizes[0].endsWith("true"),
        sizes.join(" | "));
    },
    linesWithoutEdge: () => [
      ...some(".chart svg :is(.c-black, .c-white), .legend :is(.c-black, .c-white) path")
        .filter((line) => getComputedStyle(line).strokeDasharray !== "none")
        .map((line) => `dashed ${line.getAttribute("class")}`),
      ...whether(all(".plot > svg polyline").map((line) =>
        line.previousElementSibling.matches(`use[href="#${line.id}"]`)
      ).join() === "true,true,true,true", "a line has no edge"),
    ],
    textsOutOfPicture: (width) => some("text").filter((text) =>
      text.getBBox().x < 0 || text.getBBox().x + text.getBBox().width > width).map(words),

    // The room is used.
    leftBare() {
      const at = (name) => box(document.querySelector(name));
      const [head, stage, hands] = [at(".mine"), at(".stage"), at(".hands")];
      const ends = [head.left, innerWidth - head.right, stage.left, hands.left - stage.right];
      const bare = [...ends, innerWidth - hands.right, innerHeight - hands.bottom];
      return whether(Math.max(...bare) < 1, `${bare} px bare`);
    },
    lobbyBare(most) {
      const columns = some(".lobby-column").flatMap((column) => [...column.getClientRects()]);
      const { top, bottom } = box(document.querySelector(".lobby"));
      const filled = columns.reduce((sum, { height }) => sum + height, 0);
      const bare = 1 - filled / (2 * (bottom - top));
      return whether(bare < most, `${bare} of two columns`);
    },
    notSideBySide(within) {
      const boxes = some(within).map(box), [first] = boxes;
      return whether(boxes.some(({ left, top }) => left >= first.right && top < first.bottom)
        && Math.max(...boxes.map(({ right }) => right)) >= innerWidth - 24 && first.left <= 24,
      within);
    },
    notFilled(least) {
      const card = document.querySelector(".hero-card");
      const boxes = [...card.querySelectorAll(":scope > :not(.of), .of > *")]
        .map(box).filter(({ height }) => height > 0);
      const share = (Math.max(...boxes.map(({ bottom }) => bottom))
        - Math.min(...boxes.map(({ top }) => top))) / card.clientHeight;
      return whether(share > least, `${share} of its height`);
    },
    chartLow() {
      const [stand, lines] = [".podium", "polyline"].map((within) => {
        const boxes = some(within).map(box);
        return Math.max(...boxes.map(({ bottom }) => bottom))
          - Math.min(...boxes.map(({ top }) => top));
      });
      return whether(stand > innerHeight * 0.63 && lines > stand * 0.6, `${stand}, ${lines}`);
    },

    // The big screen: cards, rows and places.
    diceUnderWords: () => whether(inside(some(".hero-card .die")[0]).right
      <= box(some(".hero-card > .of")[0]).left, "the dice lie under the words"),
    smallerThan: ([within, least]) => some(within).map(box)
      .filter(({ width, height }) => Math.min(width, height) < least)
      .map(({ width, height }) => `${width} × ${height} px`),
    // A page is at most so many screens long.
    longerThan: (screens) => {
      const high = document.documentElement.scrollHeight;
      return whether(high <= screens * innerHeight, `${high} px, ${screens} screens`);
    },
    // What stands left of the players is whole: no part of it is cut, or lies below the history.
    cutPart() {
      const bottom = Math.min(innerHeight, box(some(".for-all > .lines, .for-all .lines")[0]).top);
      return [...offenders(".play .tiles > li, .play .hero-card", (part) =>
        box(part).bottom > bottom + 1
        // A figure's line is lower than its letters might be, but not than its digits.
        || (!part.querySelector(".figure") && part.scrollHeight > part.clientHeight + 2)),
      ...offenders(".waiting", (said) => said.scrollWidth > said.clientWidth)];
    },
    titlesNearEdge: ([wanted, least]) => {
      const rooms = all(".shelf .tile").map((tile) =>
        box(tile).right - inside(tile.querySelector("b")).right);
      return whether(rooms.length === wanted && Math.min(...rooms) >= least, `${rooms}`);
    },
    offItsPadding([card, part, least]) {
      const { paddingTop, paddingBottom } = getComputedStyle(document.querySelector(card));
      const rooms = some(card).map((one) => {
        const boxes = [...one.querySelectorAll(part)].map(box).filter(({ height }) => height > 0);
        return Math.min(
          ...boxes.map(({ top }) => top - box(one).top - parseFloat(paddingTop)),
          ...boxes.map(({ bottom }) => box(one).bottom - bottom - parseFloat(paddingBottom)),
        );
      });
      return whether(Math.min(...rooms) >= least, `${rooms} px`);
    },
    pursesAstray: () => some(".seats > li").filter((row) => {
      const [name, has] = [...row.querySelectorAll(":scope > b, .has")]
        .map((part) => (box(part).top + box(part).bottom) / 2);
      return !(Math.abs(name - has) < 6);
    }).map(words),
    uneven([within, most]) {
      const heights = some(within).map((part) => box(part).height);
      return whether(Math.max(...heights) - Math.min(...heights) < most, `${heights}`);
    },
    // No place stands higher than a better one. most: so many are told apart.
    placesUneven(most) {
      const heights = {};
      podium().forEach(({ rank, height }) => { heights[Math.min(rank, most)] = height; });
      const found = Object.values(heights);
      return [
        ...whether(found.length === most && found.every((height, place) =>
          !place || height < found[place - 1]), `heights ${found}`),
        ...podium().filter(({ isWhole }) => !isWhole).map(({ rank }) => `place ${rank} is cut`),
      ];
    },
  };

  const drawn = () => new Promise((then) =>
    requestAnimationFrame(() => requestAnimationFrame(then)));
  const ask = () => asked.flatMap(([name, about]) => {
    try {
      return questions[name](about).map((offence) => `${name}: ${offence}`);
    } catch (error) {
      return [`${name}: ${error.message}`];
    }
  });
  // What the big screen says is drawn as large as there is room, when the next frame is drawn.
  const isFit = document.querySelector("script[src*=fit]") !== null;
  const isFitted = () => !isFit || document.querySelector("[style*=--fit]");

  document.documentElement.style.fontSize = letters;
  if (isFit) await drawn();
  let found = ask();
  // A slow machine may still be drawing: what is wrong is asked again before it counts.
  for (const pause of [50, 200, 1000, 4000]) {
    if (isFitted() && !found.length) break;
    await new Promise((then) => setTimeout(then, pause));
    await drawn();
    found = ask();
  }
  document.documentElement.style.fontSize = "";
  return found;
}
