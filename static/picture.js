// Turns the picture of a result from SVG into PNG, so that players can save it with a long press on their phone.
(() => {
  "use strict";
  const picture = document.getElementById("picture");
  if (!picture) return;
  const convert = () => {
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    try {
      canvas.getContext("2d").drawImage(picture, 0, 0);
      picture.src = canvas.toDataURL("image/png");
    } catch {
      // Old browsers forbid reading a canvas that contains an SVG, so there the picture stays as it is.
    }
  };
  if (picture.complete && picture.naturalWidth) convert();
  else picture.addEventListener("load", convert, { once: true });
})();
