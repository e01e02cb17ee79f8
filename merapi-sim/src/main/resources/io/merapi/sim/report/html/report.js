// Shows values under the pointer; everything else is drawn without a script.
"use strict";

const tip = document.createElement("div");
tip.id = "tip";
tip.hidden = true;
document.body.append(tip);

const elapsed = seconds => {
  const units = [[86400, "d"], [3600, "h"], [60, "m"], [1, "s"]];
  const first = units.findIndex(([size]) => seconds >= size);
  if (first < 0) return "0s";
  return units.slice(first, first + 2)
    .map(([size, letter], i) => Math.floor((i ? seconds % units[first][0] : seconds) / size) + letter)
    .join("");
};

const shown = (unit, value) => unit === "share"
  ? (100 * value).toFixed(1) + " %"
  : value.toLocaleString("en", {maximumFractionDigits: 1});

function place(event) {
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = event.clientX + 14 + box.width > innerWidth ? event.clientX - box.width - 14 : event.clientX + 14;
  tip.style.left = Math.max(4, left) + "px";
  tip.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - box.height - 4)) + "px";
}

function line(text, look) {
  const row = document.createElement("span");
  row.className = look;
  row.textContent = text;
  tip.append(row);
}

const lists = new WeakMap();
function values(series) {
  if (!lists.has(series)) lists.set(series, series.dataset.values.split(" ").map(Number));
  return lists.get(series);
}

function curves(plot, seconds) {
  for (const series of plot.querySelectorAll("path.series")) {
    const value = values(series)[Math.floor(seconds / series.dataset.step)];
    if (value >= 0) {
      const look = series.getAttribute("class").replace("series", "key");
      line(series.dataset.name + "  " + shown(plot.dataset.unit, value), look);
    }
  }
}

// A cell of a picture says its share by how opaque it is; grey means that there was nothing.
const canvases = new WeakMap();
function cell(picture, across, down) {
  if (!canvases.has(picture)) {
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(picture, 0, 0);
    canvases.set(picture, context);
  }
  const column = Math.min(Math.floor(across * picture.naturalWidth), picture.naturalWidth - 1);
  const row = Math.min(Math.floor(down * picture.naturalHeight), picture.naturalHeight - 1);
  const [red, , , opacity] = canvases.get(picture).getImageData(column, row, 1, 1).data;
  return {row, share: red > 120 && opacity > 0 ? undefined : opacity / 255};
}

function heat(picture, event) {
  const box = picture.getBoundingClientRect();
  const across = (event.clientX - box.left) / box.width;
  if (across < 0 || across >= 1) return;
  const {row, share} = cell(picture, across, (event.clientY - box.top) / box.height);
  const most = Number(picture.dataset.most);
  const value = share === undefined ? "not there" : shown(picture.dataset.unit, share * most);
  line(picture.dataset.rows.split("\n")[row] + "  " + value, "line");
}

document.addEventListener("pointermove", event => {
  const marked = event.target.closest("[data-tip]");
  const plot = event.target.closest(".timed");
  tip.hidden = true;
  tip.replaceChildren();
  document.body.style.setProperty("--watched", plot ? 0.6 : 0);
  if (plot) {
    const box = plot.getBoundingClientRect();
    const across = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    document.body.style.setProperty("--moment", 100 * across + "%");
    const seconds = across * plot.closest("[data-seconds]").dataset.seconds;
    line(elapsed(seconds) + " after the start", "line soft");
    curves(plot, seconds);
    const picture = plot.querySelector("img");
    if (picture) heat(picture, event);
  }
  if (marked) line(marked.dataset.tip, "line");
  if (plot || marked) place(event);
});

// How many of its series each chart really shows, so that it can be checked that a browser draws them.
addEventListener("load", () => {
  for (const chart of document.querySelectorAll("[data-series]")) {
    const drawn = [...chart.querySelectorAll(".series")].filter(series => {
      const box = series.getBoundingClientRect();
      return box.width > 0 && (box.height > 0 || series.tagName === "path") && (series.naturalWidth ?? 1) > 0;
    });
    chart.dataset.drawn = drawn.length;
  }
});
