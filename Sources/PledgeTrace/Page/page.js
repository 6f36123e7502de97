"use strict";

// The page as a whole: its selection, and its response to user actions.
class Page {
  constructor(trace) {
    this.trace = trace;
    this.view = new View(trace);
    this.time = new TimeWindow(trace.end);
    this.painter = new Painter(this.view, this.time);
    this.overview = new Overview(this.view, this.time, this.painter);
    this.rows = new Rows(this.view, (chain, open) => this.setOpen(chain, open));
    this.summary = new Summary(trace, {
      onFilter: (filter) => this.filter(filter),
      onJump: (chain) => this.jump(chain),
    });
    this.details = new Details(trace, { onJump: (item) => this.jump(item), onClose: () => this.closeDetails() });
    this.keyboard = new Keyboard(this);
    this.pointer = new Pointer(this);
    this.listen();
    this.changed();
  }

  listen() {
    const on = (id, name, action) => find(id).addEventListener(name, action);
    on("search", "input", (event) => this.search(event.target.value));
    on("order", "change", (event) => this.arrange(event.target.value));
    on("stages", "click", () => this.openAll(!this.view.allOpen));
    on("in", "click", () => this.zoom(1 / 1.5));
    on("out", "click", () => this.zoom(1.5));
    on("fit", "click", () => this.fit());
    on("ask", "click", () => find("help").showModal());
    on("scroller", "scroll", () => this.draw());
    on("rows", "focusin", (event) => this.follow(event.target));
    new ResizeObserver(() => this.draw()).observe(find("field"));
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => { this.painter.dress(); this.draw(); });
    }
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
  }

  // MARK: Content

  search(text) {
    this.keepingChosen(() => this.view.search(text));
    this.sayShown();
  }

  clearSearch() {
    find("search").value = "";
    this.search("");
  }

  filter(filter) {
    this.keepingChosen(() => this.view.toggle(filter));
    this.summary.press(this.view.only);
    this.sayShown();
  }

  arrange(order) {
    this.view.arrange(order);
    this.rows.chosen = 0;
    this.rows.scroller.scrollTop = 0;
    this.changed();
  }

  setOpen(chain, open) {
    this.keepingChosen(() => this.view.setOpen(chain, open));
  }

  openAll(open) {
    this.keepingChosen(() => this.view.openAll(open));
    find("stages").setAttribute("aria-pressed", open);
  }

  // Changes the rows, and keeps the selected one if it still exists.
  keepingChosen(change) {
    const item = this.item;
    change();
    this.rows.chosen = Math.max(0, this.view.indexOf(item));
    this.changed();
  }

  changed() {
    const { rows, matching, trace } = this.view;
    const all = trace.chains.length;
    find("empty").hidden = rows.length > 0;
    // An axis without a lane shows nothing.
    for (const id of ["ruler", "bars"]) find(id).hidden = rows.length === 0;
    find("empty").textContent = all === 0 ? "Nothing was recorded." : "No chain matches.";
    find("shown").textContent = matching.size === all ? "" : `${count(matching.size)} of ${counted(all, "chain")}`;
    this.rows.renew();
    this.redraw();
  }

  sayShown() {
    say(`${counted(this.view.matching.size, "chain")} shown`);
  }

  // The promise or chain of the selected row.
  get item() {
    const row = this.view.rows[this.rows.chosen];
    return row?.promise ?? row?.chain;
  }

  // MARK: Rows and details

  focusRow() {
    this.rows.choose(this.rows.chosen);
  }

  // A screen reader may move the focus to a row on its own.
  follow(element) {
    const index = element.row && this.view.indices.get(element.row.promise ?? element.row.chain);
    if (index === undefined) return;
    if (index !== this.rows.chosen) this.rows.choose(index, false);
    if (this.details.isOpen) this.details.show(this.item);
  }

  openRow() {
    const row = this.view.rows[this.rows.chosen];
    if (row.promise || this.view.isOpen(row.chain)) return this.rows.choose(this.rows.chosen + 1);
    this.setOpen(row.chain, true);
    say(`${counted(row.chain.promises.length, "stage")} shown`);
  }

  closeRow() {
    const { promise, chain } = this.view.rows[this.rows.chosen];
    if (promise) this.rows.choose(this.view.indexOf(chain));
    else if (this.view.isOpen(chain)) this.setOpen(chain, false);
    else if (chain.outer) this.rows.choose(this.view.indexOf(chain.outer));
  }

  showDetails(item = this.item) {
    if (!item) return;
    this.details.show(item);
    this.redraw();
    this.details.panel.querySelector("h2").focus();
  }

  closeDetails() {
    this.details.close();
    this.redraw();
    this.focusRow();
  }

  // Reveals a promise or a chain: its row, its time, and its details.
  jump(item) {
    const chain = item.chain ?? item;
    if (!this.view.shown.has(chain)) this.showAll();
    if (item.chain) this.view.setOpen(chain, true);
    this.changed();
    this.reveal(item);
    this.rows.choose(this.view.indexOf(item), false);
    this.showDetails(item);
  }

  showAll() {
    find("search").value = "";
    this.view.clear();
    this.summary.press(this.view.only);
    say("All chains are shown again");
  }

  // MARK: Time

  reveal(item) {
    const end = item.end ?? this.trace.end;
    if (end < this.time.from || item.start > this.time.to) this.time.show(item.start, end);
  }

  zoom(factor, { clientX } = {}) {
    this.time.zoom(factor, clientX === undefined ? undefined : clientX - this.left);
    this.draw();
  }

  pan(share) { this.panBy(share * this.time.width); }

  panBy(pixels) {
    this.time.pan(pixels);
    this.draw();
  }

  centreAt(x) {
    this.time.centre(this.overview.timeAt(x));
    this.draw();
  }

  fit() {
    this.time.fit();
    this.draw();
  }

  zoomToRow() {
    if (!this.item) return;
    this.time.show(this.item.start, this.item.end ?? this.trace.end);
    this.draw();
  }

  // MARK: Pointing

  get left() { return find("axis").getBoundingClientRect().left; }

  isOnBars(event) { return event.clientX >= this.left; }

  // Returns the promise at a position, or else the chain.
  itemAt(event) {
    const y = event.clientY - find("field").getBoundingClientRect().top + this.rows.scroller.scrollTop;
    const row = this.view.rows[Math.floor(y / ROW)];
    if (!row || row.promise || !this.isOnBars(event)) return row && { row, item: row.promise ?? row.chain };
    const slack = this.time.span / this.time.width;
    const time = this.time.time(event.clientX - this.left);
    const { pieces } = row.chain;
    const piece = pieces[firstAfter(pieces, time - slack)];
    return { row, item: piece && piece.from <= time + 2 * slack ? piece.promise : row.chain };
  }

  clickAt(event) {
    const found = this.itemAt(event);
    if (!found) return;
    this.rows.choose(this.view.indexOf(found.row.promise ?? found.row.chain));
    this.showDetails(found.item);
  }

  hover(event) {
    const found = this.isOnBars(event) && find("field").contains(event.target) ? this.itemAt(event) : undefined;
    if (!found) return this.hideTip();
    const { item } = found;
    const promise = item.chain ? item : item.cause;
    const outcome = item.outcome ?? item.state;
    const time = duration((item.end ?? this.trace.end) - item.start);
    const tip = find("tip");
    tip.replaceChildren(
      make("p", { class: "first" }, markOf(outcome), item.chain ? `${item.operator} #${item.id}` : `Chain ${item.id}`),
      make("p", {}, `${OUTCOMES[outcome].after} ${time}`),
      item.label ? make("p", {}, brief(item.label)) : "",
      make("p", { class: "soft" }, shortSite(promise.site)),
      promise.error ? make("p", {}, brief(promise.error)) : "",
    );
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8))}px`;
    tip.style.top = `${event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 10 : event.clientY + 18}px`;
  }

  hideTip() { find("tip").hidden = true; }

  // MARK: Drawing

  // Schedules one drawing before the next frame.
  draw() {
    this.frame ??= requestAnimationFrame(() => this.redraw());
  }

  redraw() {
    this.frame = undefined;
    const field = find("field");
    const axis = find("axis").getBoundingClientRect();
    const width = Math.max(this.rows.scroller.clientWidth - (axis.left - field.getBoundingClientRect().left), 1);
    this.time.width = width;
    this.rows.height = field.clientHeight;
    this.rows.layOut();
    const { first, last, top } = this.rows.range();
    this.painter.paint(first, last, top, width, field.clientHeight);
    this.painter.paintAxis(width, 26);
    this.overview.paint(width, 34);
  }

  // Paper does not scroll, so all rows that fit on a few pages are laid out.
  print(begins) {
    const height = Math.min(this.view.rows.length, 500) * ROW;
    find("field").style.flex = begins ? `none` : "";
    find("field").style.height = begins ? `${height}px` : "";
    this.redraw();
  }
}

function readTrace() {
  try {
    return new Trace(JSON.parse(find("trace").textContent));
  } catch (error) {
    find("trouble").hidden = false;
    find("trouble").textContent = `The data of this page cannot be read: ${error.message}. Please generate the page again.`;
    return new Trace({ version: 1 });
  }
}

const page = new Page(readTrace());
