// Quizzes a child in sums. When their money or points change, the phone asks for the new total before it shows it. The
// game goes on meanwhile. A checkbox on the page Your money turns the quiz on for this phone and table.
(() => {
  "use strict";
  const storageKey = "counts " + location.pathname.split("/")[2];
  const checkbox = document.querySelector("[data-counts]");
  const panel = document.getElementById("count");
  if (checkbox) {
    checkbox.closest("p").hidden = false;
    checkbox.checked = localStorage.getItem(storageKey) !== null;
    checkbox.addEventListener("change", () => {
      if (checkbox.checked) localStorage.setItem(storageKey, "");
      else localStorage.removeItem(storageKey);
    });
  }
  if (!panel || localStorage.getItem(storageKey) === null) return;
  const figures = () =>
    Array.from(document.querySelectorAll(".mine .figure"), ({ dataset }) => dataset);
  // Without figures, as at the end of a game, the total is NaN, which starts no quiz.
  const total = () =>
    figures().reduce(
      (sum, { money, points }) => (sum || 0) + Number(money === undefined ? points : money),
      NaN,
    );
  const currentSeat = () => (document.querySelector(".mine") || panel).dataset.seat;
  const [question, result] = [panel.querySelector("b"), panel.querySelector("[role=status]")];
  const answer = panel.querySelector("input");
  // Points may be negative, and numeric keyboards have no minus sign.
  const hasPoints = () => figures().some(({ points }) => points !== undefined);
  if (hasPoints()) answer.removeAttribute("inputmode");
  let knownTotal = total(),
    seat = currentSeat();

  // words: the praise to show, or "" to hide the quiz.
  const finish = (words) => {
    knownTotal = total();
    result.textContent = words;
    answer.value = "";
    delete document.body.dataset.counting;
    panel.classList.toggle("is-right", words !== "");
    panel.hidden = words === "";
    setTimeout(() => {
      if (!("counting" in document.body.dataset)) panel.hidden = true;
    }, 3000);
  };

  document.addEventListener("shown", () => {
    const change = total() - knownTotal;
    if (currentSeat() !== seat) {
      seat = currentSeat();
      return finish("");
    }
    if (!change) {
      if ("counting" in document.body.dataset) finish("");
      knownTotal = total();
      return;
    }
    const written = (!hasPoints() && window.companionWritten) || String;
    question.textContent = `${written(knownTotal)} ${change < 0 ? "−" : "+"} ${written(Math.abs(change))}\u00a0= ?`;
    if (!("counting" in document.body.dataset)) result.textContent = "";
    document.body.dataset.counting = "";
    panel.classList.remove("is-right");
    panel.hidden = false;
  });
  // The server reads the answer in the same way as other amounts, and returns a refusal if it cannot read it.
  const check = async () => {
    const url = `${panel.dataset.reads}?typed=${encodeURIComponent(answer.value)}`,
      reply = await fetch(url).catch(() => null),
      { amount, refusal } = reply && reply.ok ? await reply.json() : {};
    if (amount === total()) finish(panel.dataset.right);
    else if (reply) result.textContent = refusal || panel.dataset.wrong;
  };
  panel.querySelector("[data-judge]").addEventListener("click", check);
  panel.querySelector("[data-show]").addEventListener("click", () => finish(""));
  answer.addEventListener("keydown", (event) => event.key === "Enter" && check());
})();
