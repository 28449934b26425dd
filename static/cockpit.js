// A banker goes from seat to seat on one page: a chip asks the stream for another seat's buttons instead of loading anew.
(() => {
  "use strict";
  const body = document.body;
  document.addEventListener(
    "click",
    (event) => {
      const chip = event.target.closest(".play-for a");
      if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const seat = /for=(\d+)/.exec(chip.search),
        stream = body.dataset.stream.replace(/([?&])(for|draft)=[^&]*&?/g, "$1");
      // What was begun for one seat is nobody else's.
      for (const field of document.querySelectorAll("#now input:not([type=hidden])")) {
        field.value = "";
        field.checked = false;
      }
      body.dataset.stream = seat
        ? stream + (stream.includes("?") ? "&" : "?") + "for=" + seat[1]
        : stream;
      history.replaceState(null, "", chip.href);
      chip.setAttribute("data-touch-sent", "");
      dispatchEvent(new Event("online")); // live.js connects anew
    },
    true,
  );
})();
