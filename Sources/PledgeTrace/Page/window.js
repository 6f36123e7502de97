"use strict";

// The visible time span and its mapping to the screen.
class TimeWindow {
  constructor(end) {
    this.width = 1;
    const all = Math.max(end, 100);
    this.whole = { from: -all * 0.01, to: all * 1.04 };
    this.least = 20;
    this.fit();
  }

  get span() { return this.to - this.from; }

  x(time) { return ((time - this.from) / this.span) * this.width; }

  time(x) { return this.from + (x / this.width) * this.span; }

  fit() {
    this.from = this.whole.from;
    this.to = this.whole.to;
  }

  // Scales the visible span by `factor`; the time at `x` keeps its position.
  zoom(factor, x = this.width / 2) {
    const span = Math.min(Math.max(this.span * factor, this.least), this.whole.to - this.whole.from);
    const centre = this.time(x);
    this.move(centre - (x / this.width) * span, span);
  }

  pan(pixels) { this.move(this.from + (pixels / this.width) * this.span, this.span); }

  centre(time) { this.move(time - this.span / 2, this.span); }

  // Shows a span with a margin around it.
  show(from, to) {
    const span = Math.max((to - from) * 1.2, this.least);
    this.move((from + to) / 2 - span / 2, Math.min(span, this.whole.to - this.whole.from));
  }

  move(from, span) {
    this.from = Math.min(Math.max(from, this.whole.from), this.whole.to - span);
    this.to = this.from + span;
  }
}
