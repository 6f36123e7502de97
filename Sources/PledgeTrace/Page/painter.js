"use strict";

const ROW = 28;
const FADING = 24;

// Draws the bars of the visible rows, and the axis above them.
class Painter {
  constructor(view, time) {
    this.view = view;
    this.time = time;
    this.bars = find("bars");
    this.axis = find("axis");
    this.drawn = 0;
    this.dress();
  }

  // Takes the colors from the style sheet: they differ in dark mode and with forced colors.
  dress() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colors = { font: getComputedStyle(document.body).fontFamily };
    for (const name of ["paper", "ink", "soft", "line", "edge", "accent", "hatch", "on-bar", "on-pending", ...Object.keys(OUTCOMES)]) {
      this.colors[name] = color(name);
    }
    this.shapes = {};
    for (const [name, { shape }] of Object.entries(OUTCOMES)) this.shapes[name] = new Path2D(shape);
    this.patterns = {
      discarded: this.hatch("/"), pending: this.hatch("/"), broken: this.hatch("."), rejected: this.hatch("\\"),
      overdrawn: this.hatch("\\"),
    };
  }

  hatch(kind) {
    const tile = make("canvas", { width: 8, height: 8 });
    const context = tile.getContext("2d");
    context.strokeStyle = context.fillStyle = this.colors.hatch;
    context.lineWidth = 1.5;
    context.beginPath();
    if (kind === ".") context.arc(4, 4, 1.6, 0, 7);
    if (kind === "/") for (const x of [-8, 0, 8]) { context.moveTo(x - 1, 9); context.lineTo(x + 9, -1); }
    if (kind === "\\") for (const x of [-8, 0, 8]) { context.moveTo(x - 1, -1); context.lineTo(x + 9, 9); }
    if (kind === ".") context.fill();
    else context.stroke();
    return context.createPattern(tile, "repeat");
  }

  // Draws the bars of the rows from `first` to `last` in a list scrolled by `top`.
  paint(first, last, top, width, height) {
    const context = this.begin(this.bars, width, height);
    this.drawn = 0;
    this.grid(context, width, height);
    for (let index = first; index <= last; index += 1) {
      const row = this.view.rows[index];
      const y = index * ROW - top;
      if (row.promise) this.paintStage(context, row.promise, y, width);
      else this.paintChain(context, row, y, width);
    }
    context.globalAlpha = 1;
  }

  begin(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textBaseline = "middle";
    context.font = `12px ${this.colors.font}`;
    return context;
  }

  grid(context, width, height) {
    context.fillStyle = this.colors.line;
    for (const time of ticks(this.time.from, this.time.to, width).times) {
      context.fillRect(Math.round(this.time.x(time)), 0, 1, height);
    }
    context.fillStyle = this.colors.edge;
    const now = Math.round(this.time.x(this.view.trace.end));
    for (let y = 0; y < height; y += 6) context.fillRect(now, y, 1, 3);
  }

  // Draws a chain as one bar in pieces. Pieces within one pixel are drawn as one, as their last piece,
  // so the cost is bounded by the width of the screen.
  paintChain(context, { chain }, y, width) {
    const { hits, matching } = this.view;
    const aside = !matching.has(chain);
    const pieces = chain.pieces;
    let done = -Infinity;
    for (let index = firstAfter(pieces, this.time.from); index < pieces.length; index += 1) {
      const piece = pieces[index];
      const left = this.time.x(piece.from);
      if (left > width) break;
      const right = Math.max(this.time.x(piece.to), left + 2);
      if (right < done + 1 && index < pieces.length - 1 && piece.promise.state === "fulfilled") continue;
      context.globalAlpha = aside || (hits && !hits.has(piece.promise)) ? 0.35 : 1;
      this.bar(context, Math.max(left, done), right, y + 6, ROW - 12, piece.promise, width);
      done = right;
    }
    context.globalAlpha = 1;
    const end = Math.max(done, this.time.x(chain.end ?? chain.until));
    const error = chain.failure ? failureOf(chain, 80) : "";
    this.ending(context, { state: chain.outcome, error, time: chain.duration }, end, y, width);
  }

  // Draws a stage: a thin line while it waits for its input, then a bar for its own time.
  paintStage(context, promise, y, width) {
    const { hits, trace } = this.view;
    context.globalAlpha = hits && !hits.has(promise) ? 0.35 : 1;
    const start = this.time.x(promise.start);
    const end = this.time.x(promise.end ?? trace.end);
    const begun = promise.begun === undefined ? end : Math.min(this.time.x(promise.begun), end);
    context.fillStyle = this.colors.edge;
    if (begun > 0 && start < width) context.fillRect(Math.max(start, -1), y + ROW / 2, Math.min(begun, width) - Math.max(start, -1), 1);
    if (promise.begun === undefined) this.bar(context, end - 1, end + 1, y + 9, ROW - 18, promise, width);
    else this.bar(context, begun, Math.max(end, begun + 2), y + 9, ROW - 18, promise, width);
    context.globalAlpha = 1;
    this.ending(context, { ...endOf(promise), time: promise.ownTime }, end, y, width);
  }

  bar(context, left, right, y, height, promise, width) {
    if (right < 0 || left > width) return;
    this.drawn += 1;
    const { state } = promise;
    const from = Math.round(Math.max(left, -10));
    const size = Math.max(Math.round(Math.min(right + (state === "pending" ? FADING : 0), width + 10)) - from - 1, 1);
    const color = this.colors[isPause(promise) ? "line" : state];
    context.fillStyle = state === "pending" ? this.fading(context, from, right) : color;
    context.beginPath();
    if (size < 4) context.rect(from, y, size, height);
    else context.roundRect(from, y, size, height, state === "pending" ? [3, 0, 0, 3] : 3);
    context.fill();
    if (this.patterns[state] && size > 6) {
      context.fillStyle = this.patterns[state];
      context.fill();
    }
    // Faded text would be unreadable.
    if (height > 12 && context.globalAlpha === 1) this.name(context, promise, from, size, y + height / 2, width);
  }

  // A pending promise has no end, so its bar fades out.
  fading(context, from, end) {
    const fill = context.createLinearGradient(end, 0, end + FADING, 0);
    fill.addColorStop(0, this.colors.pending);
    fill.addColorStop(1, this.colors.paper);
    return fill;
  }

  name(context, promise, left, size, y, width) {
    const { operator, state } = promise;
    const from = Math.max(left, 0) + 6;
    const room = Math.min(left + size, width) - from - 4;
    if (room < 24) return;
    const text = fitting(context, operator, room);
    if (!text) return;
    if (this.patterns[state]) {
      context.fillStyle = this.colors[state];
      context.fillRect(from - 3, y - 7, context.measureText(text).width + 6, 14);
    }
    context.fillStyle = this.colors[isPause(promise) ? "soft" : state === "pending" ? "on-pending" : "on-bar"];
    context.fillText(text, from, y + 0.5);
  }

  // Draws the mark of the outcome at the end of a bar, the time if the list has no room for it, and the
  // error if there is room here.
  ending(context, { state, error, time }, x, y, width) {
    if (x < 0 || x + 18 > width) return;
    const isPlain = state === "fulfilled" || state === "merged";
    if (!isPlain) this.mark(context, state, x + 5, y + ROW / 2 - 5.5);
    const isNarrow = innerWidth < 704;
    const text = [isNarrow && time !== undefined ? duration(time) : "", brief(error, 80)].filter((part) => part).join("  ");
    const left = x + (isPlain ? 6 : 22);
    const room = Math.min(width - left - 6, 280);
    context.fillStyle = this.colors.soft;
    if (text && room > 40) context.fillText(fitting(context, text, room), left, y + ROW / 2 + 0.5);
  }

  mark(context, state, x, y) {
    context.save();
    context.translate(x, y);
    context.scale(0.7, 0.7);
    context.lineWidth = 2.6;
    context.lineCap = "round";
    context.strokeStyle = this.colors.ink;
    context.stroke(this.shapes[state]);
    context.restore();
  }

  paintAxis(width, height) {
    const context = this.begin(this.axis, width, height);
    const { times, label } = ticks(this.time.from, this.time.to, width);
    for (const time of times) {
      const x = Math.round(this.time.x(time));
      context.fillStyle = this.colors.edge;
      context.fillRect(x, height - 6, 1, 6);
      context.fillStyle = this.colors.soft;
      const text = label(time);
      const half = context.measureText(text).width / 2;
      if (x - half >= 0 && x + half <= width) context.fillText(text, x - half, height / 2 - 2);
    }
  }
}

const endOf = ({ state, error }) => ({ state, error });

// Returns as much of a text as fits, or nothing.
function fitting(context, text, room) {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  const length = Math.floor((text.length * room) / width) - 1;
  return length > 2 ? `${text.slice(0, length)}…` : "";
}

// Returns the index of the first piece that ends after a time.
function firstAfter(pieces, time) {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle].to < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
