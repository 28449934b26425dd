// A QR code that lets phones into the Wi-Fi. Its name and password stay on this device: the fields belong to no form,
// nothing here asks the server for anything. Where the browser keeps nothing, or runs no script, it is not offered.
(() => {
  "use strict";
  const KEPT = "wifi",
    QUIET = 2,
    SVG = "http://www.w3.org/2000/svg";
  const section = document.getElementById("wifi"),
    part = (id) => document.getElementById(`wifi-${id}`);
  const name = part("name"),
    word = part("word");

  const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");
  const inWords = ({ name, word }) =>
    word
      ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(word)};;`
      : `WIFI:T:nopass;S:${escaped(name)};;`;

  const drawn = (text) => {
    qrcode.stringToBytes = qrcode.stringToBytesFuncs["UTF-8"];
    const code = qrcode(0, "M");
    code.addData(text, "Byte");
    code.make();
    const size = code.getModuleCount(),
      svg = document.createElementNS(SVG, "svg"),
      path = document.createElementNS(SVG, "path");
    let line = "";
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if (code.isDark(y, x)) line += `M${x + QUIET},${y + QUIET}h1v1h-1z`;
    path.setAttribute("d", line);
    svg.setAttribute("viewBox", `0 0 ${size + 2 * QUIET} ${size + 2 * QUIET}`);
    svg.setAttribute("shape-rendering", "crispEdges");
    svg.append(path);
    return svg;
  };

  const show = () => {
    const wifi = JSON.parse(localStorage.getItem(KEPT));
    part("typed").hidden = Boolean(wifi);
    part("shown").hidden = !wifi;
    part("called").textContent = wifi ? wifi.name : "";
    part("drawn").textContent = "";
    if (wifi) part("drawn").append(drawn(inWords(wifi)));
    section.hidden = false;
  };

  const keep = () => {
    if (!name.value) return name.focus();
    localStorage.setItem(KEPT, JSON.stringify({ name: name.value, word: word.value }));
    name.value = word.value = "";
    show();
    part("forget").focus();
  };
  part("keep").addEventListener("click", keep);
  for (const field of [name, word])
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      // Else the same key would press the button that gets the focus.
      event.preventDefault();
      keep();
    });
  part("forget").addEventListener("click", () => {
    localStorage.removeItem(KEPT);
    show();
    part("open").focus();
  });
  show();
})();
