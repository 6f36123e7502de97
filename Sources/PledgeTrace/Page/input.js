"use strict";

const KEYS = [
  ["↑ ↓", "previous or next lane or stage; Page Up, Page Down, Home, and End move further"],
  ["→ ←", "show or hide the stages; ← on a stage goes to its lane"],
  ["Enter", "details of the lane or stage; Escape closes them"],
  ["+ −", "zoom; also Ctrl and the wheel, the wheel on the axis, two fingers"],
  ["Shift ← →", "earlier, later; also by dragging, or Shift and the wheel"],
  ["0", "the whole time"],
  ["f", "zoom to the lane or stage"],
  ["/", "search"],
  ["?", "this help"],
];

// Handles keys anywhere on the page, except for text typed into a field.
class Keyboard {
  constructor(page) {
    this.page = page;
    const legend = Object.keys(OUTCOMES).map((outcome) => make("li", {}, markOf(outcome), outcome));
    find("legend").append(...legend);
    for (const [key, text] of KEYS) find("keys").append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, text));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || find("help").open) return;
    const isTyping = event.target.matches("input[type=search]");
    if (event.key === "Escape") return this.escape(isTyping);
    if (isTyping) return event.key === "Enter" ? this.handled(event, () => this.page.focusRow()) : undefined;
    const action = this.anywhere(event) ?? (event.target.matches(".row") ? this.onRow(event) : undefined);
    if (action) this.handled(event, action);
  }

  handled(event, action) {
    event.preventDefault();
    action();
  }

  escape(isTyping) {
    if (this.page.details.isOpen) return this.page.closeDetails();
    if (isTyping) this.page.clearSearch();
    this.page.hideTip();
  }

  anywhere({ key, shiftKey }) {
    const { page } = this;
    return {
      "/": () => find("search").focus(),
      "?": () => find("help").showModal(),
      "+": () => page.zoom(1 / 1.5),
      "=": () => page.zoom(1 / 1.5),
      "-": () => page.zoom(1.5),
      "0": () => page.fit(),
      f: () => page.zoomToRow(),
      ArrowLeft: shiftKey ? () => page.pan(-0.15) : undefined,
      ArrowRight: shiftKey ? () => page.pan(0.15) : undefined,
    }[key];
  }

  onRow({ key }) {
    const { page } = this;
    const { rows } = page;
    const far = Math.max(1, Math.floor(rows.height / ROW) - 1);
    return {
      ArrowUp: () => rows.choose(rows.chosen - 1),
      ArrowDown: () => rows.choose(rows.chosen + 1),
      PageUp: () => rows.choose(rows.chosen - far),
      PageDown: () => rows.choose(rows.chosen + far),
      Home: () => rows.choose(0),
      End: () => rows.choose(Infinity),
      ArrowRight: () => page.openRow(),
      ArrowLeft: () => page.closeRow(),
      Enter: () => page.showDetails(),
      " ": () => page.showDetails(),
    }[key];
  }
}

// Handles the mouse, the wheel, and touch.
class Pointer {
  constructor(page) {
    this.page = page;
    this.fingers = new Map();
    this.field(find("field"));
    this.strip(find("axis"));
    this.overview(find("overview"));
  }

  field(field) {
    field.addEventListener("wheel", (event) => this.wheel(event, event.ctrlKey || event.metaKey), { passive: false });
    field.addEventListener("pointermove", (event) => this.move(event));
    field.addEventListener("pointerleave", () => this.page.hideTip());
    field.addEventListener("click", (event) => this.click(event));
    field.addEventListener("dblclick", (event) => this.page.isOnBars(event) && this.page.zoomToRow());
    this.drags(field);
  }

  strip(axis) {
    axis.addEventListener("wheel", (event) => this.wheel(event, true), { passive: false });
    axis.addEventListener("pointermove", (event) => this.move(event));
    this.drags(axis);
  }

  overview(canvas) {
    const centre = (event) => event.buttons && this.page.centreAt(event.clientX - canvas.getBoundingClientRect().left);
    canvas.addEventListener("wheel", (event) => this.wheel(event, true), { passive: false });
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); centre(event); });
    canvas.addEventListener("pointermove", centre);
  }

  // Without a modifier, the wheel scrolls the lanes as usual.
  wheel(event, zooms) {
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (zooms && event.deltaY) this.page.zoom(Math.exp(Math.max(-60, Math.min(event.deltaY, 60)) * 0.006), event);
    else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) this.page.panBy(sideways);
    else return;
    event.preventDefault();
  }

  drags(element) {
    const end = (event) => this.fingers.delete(event.pointerId);
    element.addEventListener("pointerdown", (event) => {
      this.moved = 0;
      if (event.button === 0 && this.page.isOnBars(event)) this.fingers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(name, end);
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return this.page.hover(event);
    const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) this.pinch(before, event, other);
    else this.page.panBy(before.clientX - event.clientX);
    this.moved += Math.abs(event.clientX - before.clientX);
    // The pointer is captured only now, since a captured click would not reach the row.
    if (this.moved > 4) event.currentTarget.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, event);
    this.page.hideTip();
  }

  pinch(before, now, other) {
    const apart = (finger) => Math.max(Math.abs(finger.clientX - other.clientX), 10);
    this.page.zoom(apart(before) / apart(now), { clientX: (now.clientX + other.clientX) / 2 });
  }

  click(event) {
    if (this.moved > 4 || event.target.closest(".opener")) return;
    this.page.clickAt(event);
  }
}
