"use strict";

// The overview strip: the number of concurrent chains, the failures, and the visible part.
class Overview {
  constructor(view, time, painter) {
    this.view = view;
    this.time = time;
    this.painter = painter;
    this.canvas = find("overview");
  }

  // Returns the time at a position in the strip.
  timeAt(x) {
    const { from, to } = this.time.whole;
    return from + (x / this.width) * (to - from);
  }

  x(time) {
    const { from, to } = this.time.whole;
    return ((time - from) / (to - from)) * this.width;
  }

  // Counts the chains in columns of two pixels, once for each width and each selection of chains.
  count(width) {
    if (this.counted === this.view.matching && this.width === width) return;
    this.counted = this.view.matching;
    this.width = width;
    const columns = Math.max(Math.ceil(width / 2), 1);
    const changes = new Int32Array(columns + 1);
    this.failed = new Uint8Array(columns);
    const column = (time) => Math.min(Math.max(Math.floor(this.x(time) / 2), 0), columns - 1);
    for (const chain of this.counted) {
      const last = column(chain.end ?? chain.until);
      changes[column(chain.start)] += 1;
      changes[last + 1] -= 1;
      if (OUTCOMES[chain.outcome].failed && !chain.isRetried) this.failed[last] = 1;
    }
    let running = 0;
    this.running = Array.from(changes.subarray(0, columns), (change) => (running += change));
    this.most = this.running.reduce((most, number) => Math.max(most, number), 1);
  }

  paint(width, height) {
    this.count(width);
    const { colors } = this.painter;
    const context = this.painter.begin(this.canvas, width, height);
    const ground = height - 2;
    context.fillStyle = colors.edge;
    this.running.forEach((number, index) => {
      const size = number ? Math.max((number / this.most) * (ground - 8), 1.5) : 0;
      context.fillRect(index * 2, ground - size, 2, size);
    });
    context.fillStyle = colors.rejected;
    this.failed.forEach((failed, index) => failed && context.fillRect(index * 2, 1, 2, 5));
    this.frame(context, width, height);
  }

  frame(context, width, height) {
    const left = Math.max(this.x(this.time.from), 0);
    const right = Math.min(this.x(this.time.to), width);
    context.globalAlpha = 0.7;
    context.fillStyle = this.painter.colors.paper;
    context.fillRect(0, 0, left, height);
    context.fillRect(right, 0, width - right, height);
    context.globalAlpha = 1;
    if (right - left > width - 2) return;
    context.strokeStyle = this.painter.colors.accent;
    context.lineWidth = 1.5;
    context.strokeRect(left + 0.75, 0.75, Math.max(right - left - 1.5, 2), height - 1.5);
  }
}
