// Entries in a form stay on this device through a reload, Back and a closed tab, until they are sent or cleared.
// A form names in data-draft whose it is; only what differs from the page is kept, and no secret. The entries that
// the server prints again (data-entered) win over older ones.
(() => {
  "use strict";
  const PREFIX = "draft ",
    LONGEST = 3 * 24 * 60 * 60 * 1000,
    FORMS = "form[data-draft]",
    FIELDS =
      "input[name]:not([type=hidden]):not([type=file]):not([type=password]), select[name], textarea[name]";
  const tap = document.querySelector("#tap[data-draft]");

  const read = (key) => JSON.parse(localStorage.getItem(key));
  const write = (key, draft) => localStorage.setItem(key, JSON.stringify(draft));
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const step = () => document.getElementById("now").dataset.sequence;
  // An entry on a live screen belongs to a seat, and to the panel that its address has opened.
  const keyOf = (form) => {
    const { draft, draftName } = form.dataset;
    if (form !== tap) {
      const { pathname, hash } = new URL(form.getAttribute("action") || "", location.href);
      return PREFIX + [draft, draftName || pathname + hash].join(" ");
    }
    const { dataset } = form.querySelector(".mine") || form,
      panel = new URLSearchParams(location.search).get("draft") || "";
    return PREFIX + [draft, location.pathname, dataset.seat, panel].join(" ");
  };
  // The address at which the form has the same fields again.
  const placeOf = (form) =>
    form.dataset.draftAt || (form.dataset.draft ? "" : location.pathname + location.search);

  const isTick = (field) => field.type === "checkbox" || field.type === "radio";
  const valueOf = (field) => (isTick(field) ? field.checked : field.value);
  const printed = (field) => {
    if (isTick(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    const options = Array.from(field.options);
    return (options.find((one) => one.defaultSelected) || options[0] || field).value;
  };
  const isSecret = (field) => field.closest(".secret, [data-secret]");
  // By name; of several with one name, each by its place among them.
  const fieldsOf = (form) => {
    const fields = new Map();
    for (const field of form.elements) {
      if (!field.matches(FIELDS) || isSecret(field)) continue;
      const name = isTick(field) ? `${field.name}=${field.value}` : field.name;
      let place = 0;
      while (fields.has(`${name} ${place}`)) place++;
      fields.set(`${name} ${place}`, field);
    }
    return fields;
  };
  const keep = (key, draft) => {
    if (Object.keys(draft.fields).length || draft.sent) write(key, draft);
    else localStorage.removeItem(key);
  };

  const save = (form) => {
    const key = keyOf(form),
      old = read(key),
      fields = {},
      all = fieldsOf(form);
    // An older entry stays while its field shows it, or while the page lacks the field, as with fewer players.
    for (const [name, value] of form !== tap && old ? Object.entries(old.fields) : [])
      if (!all.has(name) || valueOf(all.get(name)) === value) fields[name] = value;
    for (const [name, field] of all)
      if (valueOf(field) !== printed(field)) fields[name] = valueOf(field);
    const draft = { at: Date.now(), place: placeOf(form), fields };
    if (form === tap) draft.step = step();
    keep(key, draft);
  };

  const fill = (form, values) => {
    for (const [name, field] of fieldsOf(form)) {
      const value = values[name];
      if (value === undefined || value === valueOf(field)) continue;
      if (isTick(field)) field.checked = value;
      else field.value = value;
      if (form === tap) field.dispatchEvent(new Event("input", { bubbles: true }));
      for (let fold = field.closest("details"); fold; fold = fold.parentNode.closest("details"))
        fold.open = true;
    }
  };

  // Entries of before are named, with a way to be rid of them.
  const offer = (form, key) => {
    const { kept: words, clear } = document.getElementById("away").dataset,
      line = document.createElement("p"),
      button = document.createElement("button");
    line.className = "hint";
    line.setAttribute("role", "status");
    button.type = "button";
    button.className = "quiet";
    button.textContent = clear;
    button.addEventListener("click", () => {
      localStorage.removeItem(key);
      form.reset();
      line.remove();
    });
    line.append(words, " ", button);
    // Above the form: some forms are a grid.
    form.before(line);
  };

  const restore = (form, cameBack) => {
    const key = keyOf(form),
      draft = read(key),
      { entered } = form.dataset,
      here = placeOf(form);
    if (!draft) return;
    const isSent = draft.sent && !cameBack;
    if (entered === "done" || (isSent && entered === undefined))
      return localStorage.removeItem(key);
    if (isSent) {
      // Entries made while the answer was on its way are newer than those it prints.
      fill(form, draft.late);
      const fields = Object.assign(draft.fields, draft.late);
      return keep(key, { at: draft.at, place: here, fields });
    }
    if (draft.place !== here) {
      if (entered === undefined && !location.search) location.replace(draft.place);
      return;
    }
    if (form !== tap) {
      fill(form, draft.fields);
      return offer(form, key);
    }
    if (draft.step === step() || new URLSearchParams(location.search).get("draft"))
      fill(form, draft.fields);
  };

  const typed = ({ target }) => {
    const form = target.form;
    if (!form || !form.matches(FORMS)) return;
    const key = keyOf(form),
      draft = read(key);
    if (!draft || !draft.sent || form === tap) return save(form);
    for (const [name, field] of fieldsOf(form))
      if (field === target) draft.late[name] = valueOf(field);
    write(key, draft);
  };
  document.addEventListener("input", typed);
  document.addEventListener("change", typed);

  // links.js sends a form later than it was submitted.
  const sent = (form) => {
    if (!form.matches(FORMS) || form === tap) return;
    const draft = read(keyOf(form)) || { place: placeOf(form), fields: {} };
    write(keyOf(form), Object.assign(draft, { at: Date.now(), sent: true, late: {} }));
  };
  addEventListener("submit", (event) => event.defaultPrevented || sent(event.target));
  document.addEventListener("sent", (event) => sent(event.target));

  // Too old; of somebody who had this seat before; of a table that is over; sent, and answered by another page than
  // one about a refusal.
  const tidy = () => {
    const here = Array.from(document.querySelectorAll(FORMS), keyOf),
      isPosted = "posted" in document.getElementById("away").dataset,
      table = tap && PREFIX + tap.dataset.draft.split(" ")[0] + " ";
    for (const key of kept()) {
      const { at, sent: isSent } = read(key),
        isOthers =
          tap && key.startsWith(table) && !key.startsWith(PREFIX + tap.dataset.draft + " ");
      const isOver = tap && key.startsWith(table) && tap.querySelector(".end");
      if (
        Date.now() - at > LONGEST ||
        isOthers ||
        isOver ||
        (isSent && !isPosted && !here.includes(key))
      )
        localStorage.removeItem(key);
    }
  };

  // cameBack: by Back or a reload, perhaps because no answer came; then what was sent is still there.
  const restoreAll = (place, cameBack = false) => {
    for (const form of place.querySelectorAll(FORMS)) restore(form, cameBack);
  };
  tidy();
  restoreAll(document, performance.navigation.type > 0);
  if (tap)
    document.addEventListener("shown", () => {
      tidy();
      save(tap);
    });
  window.companionDrafts = { restore: restoreAll };
})();
