// "You count": a child is asked for the new sum before this phone shows it. The table waits for nobody: it goes on.
(() => {
  "use strict";
  const name = "counts " + location.pathname.split("/")[2];
  const choice = document.querySelector("[data-counts]");
  const panel = document.getElementById("count");
  if (choice) {
    choice.closest("p").hidden = false;
    choice.checked = localStorage.getItem(name) !== null;
    choice.addEventListener("change", () => {
      if (choice.checked) localStorage.setItem(name, "");
      else localStorage.removeItem(name);
    });
  }
  if (!panel || localStorage.getItem(name) === null) return;
  // Of no figures, as at the end, there is no sum, and nothing is asked.
  const figures = () =>
    Array.from(document.querySelectorAll(".mine .figure"), ({ dataset }) => dataset);
  const sum = () =>
    figures().reduce(
      (all, { money, points }) => (all || 0) + Number(money === undefined ? points : money),
      NaN,
    );
  const who = () => (document.querySelector(".mine") || panel).dataset.seat;
  const [question, said] = [panel.querySelector("b"), panel.querySelector("[role=status]")];
  const answer = panel.querySelector("input");
  // Points may be below 0, and a pad of figures has no minus.
  if (figures().some(({ points }) => points !== undefined)) answer.removeAttribute("inputmode");
  let known = sum(),
    whose = who();

  const done = (words) => {
    known = sum();
    said.textContent = words;
    answer.value = "";
    delete document.body.dataset.counting;
    panel.classList.toggle("is-right", words !== "");
    panel.hidden = words === "";
    setTimeout(() => {
      if (!("counting" in document.body.dataset)) panel.hidden = true;
    }, 3000);
  };

  document.addEventListener("shown", () => {
    const change = sum() - known;
    if (who() !== whose) {
      whose = who();
      return done("");
    }
    if (!change) {
      if ("counting" in document.body.dataset) done("");
      known = sum();
      return;
    }
    question.textContent = `${known} ${change < 0 ? "−" : "+"} ${Math.abs(change)} = ?`;
    if (!("counting" in document.body.dataset)) said.textContent = "";
    document.body.dataset.counting = "";
    panel.classList.remove("is-right");
    panel.hidden = false;
  });
  // The table's own reader of amounts reads the answer; it says what it cannot read.
  const judge = async () => {
    const url = `${panel.dataset.reads}?typed=${encodeURIComponent(answer.value)}`,
      reply = await fetch(url).catch(() => null),
      { amount, refusal } = reply && reply.ok ? await reply.json() : {};
    if (amount === sum()) done(panel.dataset.right);
    else if (reply) said.textContent = refusal || panel.dataset.wrong;
  };
  panel.querySelector("[data-judge]").addEventListener("click", judge);
  panel.querySelector("[data-show]").addEventListener("click", () => done(""));
  answer.addEventListener("keydown", (event) => event.key === "Enter" && judge());
})();
