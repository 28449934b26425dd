// Keeps what somebody entered in a form when they reload, go back or close the tab, until the form is sent or cleared.
// A draft is stored on the device. It contains only fields that were changed, and no secret ones. The form names the
// draft's owner in data-draft. If the server renders the entries again (data-entered), these replace an older draft.
(() => {
  "use strict";
  const PREFIX = "draft ",
    LONGEST_KEPT = 3 * 24 * 60 * 60 * 1000,
    FORMS = "form[data-draft]",
    FIELDS =
      "input[name]:not([type=hidden]):not([type=file]):not([type=password]), select[name], textarea[name]";
  // The form of a live screen. Its draft belongs to one step of the game.
  const tapForm = document.querySelector("#tap[data-draft]");

  const read = (key) => JSON.parse(localStorage.getItem(key));
  const write = (key, draft) => localStorage.setItem(key, JSON.stringify(draft));
  const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const currentStep = () => document.getElementById("now").dataset.sequence;
  // On a live screen, a draft belongs to a seat and to the panel that the address has opened.
  const keyOf = (form) => {
    const { draft, draftName } = form.dataset;
    if (form !== tapForm) {
      const { pathname, hash } = new URL(form.getAttribute("action") || "", location.href);
      return PREFIX + [draft, draftName || pathname + hash].join(" ");
    }
    const { dataset } = form.querySelector(".mine") || form,
      panel = new URLSearchParams(location.search).get("draft") || "";
    return PREFIX + [draft, location.pathname, dataset.seat, panel].join(" ");
  };
  // The address at which the form has the fields of this draft, or "" if it has the same fields everywhere.
  const addressOf = (form) =>
    form.dataset.draftAt || (form.dataset.draft ? "" : location.pathname + location.search);

  const isTick = (field) => field.type === "checkbox" || field.type === "radio";
  const valueOf = (field) => (isTick(field) ? field.checked : field.value);
  const renderedValueOf = (field) => {
    if (isTick(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    const options = Array.from(field.options);
    return (options.find((option) => option.defaultSelected) || options[0] || field).value;
  };
  const isSecret = (field) => field.closest(".secret, [data-secret]");
  // Returns the fields by name. The number after each name tells fields with the same name apart.
  const fieldsOf = (form) => {
    const fields = new Map();
    for (const field of form.elements) {
      if (!field.matches(FIELDS) || isSecret(field)) continue;
      const name = isTick(field) ? `${field.name}=${field.value}` : field.name;
      let number = 0;
      while (fields.has(`${name} ${number}`)) number++;
      fields.set(`${name} ${number}`, field);
    }
    return fields;
  };
  const writeOrRemove = (key, draft) => {
    if (Object.keys(draft.fields).length || draft.sent) write(key, draft);
    else localStorage.removeItem(key);
  };

  const save = (form) => {
    const key = keyOf(form),
      old = read(key),
      values = {},
      fields = fieldsOf(form);
    // An older value is kept if its field shows it, or if the page lacks the field, for example with fewer players.
    for (const [name, value] of form !== tapForm && old ? Object.entries(old.fields) : [])
      if (!fields.has(name) || valueOf(fields.get(name)) === value) values[name] = value;
    for (const [name, field] of fields)
      if (valueOf(field) !== renderedValueOf(field)) values[name] = valueOf(field);
    const draft = { at: Date.now(), place: addressOf(form), fields: values };
    if (form === tapForm) draft.step = currentStep();
    writeOrRemove(key, draft);
  };

  const fill = (form, values) => {
    for (const [name, field] of fieldsOf(form)) {
      const value = values[name];
      if (value === undefined || value === valueOf(field)) continue;
      if (isTick(field)) field.checked = value;
      else field.value = value;
      if (form === tapForm) field.dispatchEvent(new Event("input", { bubbles: true }));
      let details = field.closest("details");
      for (; details; details = details.parentNode.closest("details")) details.open = true;
    }
  };

  // Tells the user that an older draft was filled in, with a button that clears it.
  const offerToClear = (form, key) => {
    const { kept, clear } = document.getElementById("away").dataset,
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
    line.append(kept, " ", button);
    // The line is above the form, because some forms are grids.
    form.before(line);
  };

  // isReturn: the page was opened by Back or a reload. Perhaps no answer came, so the draft that was sent is restored.
  const restore = (form, isReturn) => {
    const key = keyOf(form),
      draft = read(key),
      { entered } = form.dataset,
      here = addressOf(form);
    if (!draft) return;
    const wasSent = draft.sent && !isReturn;
    // done: the page shows the result, so the draft is no longer needed.
    if (entered === "done" || (wasSent && entered === undefined))
      return localStorage.removeItem(key);
    if (wasSent) {
      // Values that were entered while the answer was on its way are newer than those that the answer contains.
      fill(form, draft.late);
      const fields = Object.assign(draft.fields, draft.late);
      return writeOrRemove(key, { at: draft.at, place: here, fields });
    }
    if (draft.place !== here) {
      if (entered === undefined && !location.search) location.replace(draft.place);
      return;
    }
    if (form !== tapForm) {
      fill(form, draft.fields);
      return offerToClear(form, key);
    }
    if (draft.step === currentStep() || new URLSearchParams(location.search).get("draft"))
      fill(form, draft.fields);
  };

  const saveEntry = ({ target }) => {
    const form = target.form;
    if (!form || !form.matches(FORMS)) return;
    const key = keyOf(form),
      draft = read(key);
    if (!draft || !draft.sent || form === tapForm) return save(form);
    for (const [name, field] of fieldsOf(form))
      if (field === target) draft.late[name] = valueOf(field);
    write(key, draft);
  };
  document.addEventListener("input", saveEntry);
  document.addEventListener("change", saveEntry);

  const markSent = (form) => {
    if (!form.matches(FORMS) || form === tapForm) return;
    const draft = read(keyOf(form)) || { place: addressOf(form), fields: {} };
    write(keyOf(form), Object.assign(draft, { at: Date.now(), sent: true, late: {} }));
  };
  addEventListener("submit", (event) => event.defaultPrevented || markSent(event.target));
  // links.js and cockpit.js prevent the submit event, and dispatch this one when they send the form.
  document.addEventListener("sent", (event) => markSent(event.target));

  // Removes drafts that are too old, of a player who had this seat before, or of a finished game. A sent draft is also
  // removed, unless this page contains its form or is the response to a posted form: the server may have refused it.
  const removeOldDrafts = () => {
    const here = Array.from(document.querySelectorAll(FORMS), keyOf),
      isAnswer = "posted" in document.getElementById("away").dataset,
      owner = tapForm && PREFIX + tapForm.dataset.draft + " ",
      table = tapForm && PREFIX + tapForm.dataset.draft.split(" ")[0] + " ",
      isOver = tapForm && tapForm.querySelector(".end");
    for (const key of draftKeys()) {
      const { at, sent } = read(key),
        isOfTable = tapForm && key.startsWith(table);
      if (
        Date.now() - at > LONGEST_KEPT ||
        (isOfTable && (isOver || !key.startsWith(owner))) ||
        (sent && !isAnswer && !here.includes(key))
      )
        localStorage.removeItem(key);
    }
  };

  const restoreAll = (place, isReturn = false) => {
    for (const form of place.querySelectorAll(FORMS)) restore(form, isReturn);
  };
  removeOldDrafts();
  restoreAll(document, performance.navigation.type > 0);
  if (tapForm)
    document.addEventListener("shown", () => {
      removeOldDrafts();
      save(tapForm);
    });
  window.companionDrafts = { restore: restoreAll };
})();
