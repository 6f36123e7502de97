"use strict";

// The outcomes of promises and chains, in the order of the list. The shape is a path in a square of 16,
// so that outcomes are never distinguished by color alone.
const OUTCOMES = {
  rejected: { shape: "M4 4 12 12M12 4 4 12", failed: true, after: "rejected after" },
  overdrawn: { shape: "M3 4.5h10M3 8h6M3 11.5h3", failed: true, after: "retry budget overdrawn after" },
  pending: { shape: "M3 8h.01M8 8h.01M13 8h.01", failed: false, after: "pending for" },
  broken: {
    shape: "M5 5.6a3 3 0 1 1 4.6 2.5c-1 .6-1.6 1.1-1.6 2.2M8 13.4v.01", failed: true, after: "broken after",
  },
  discarded: { shape: "M4.2 4.2a5.4 5.4 0 1 0 7.6 7.6a5.4 5.4 0 1 0-7.6-7.6L11.8 11.8", failed: false, after: "discarded after" },
  fulfilled: { shape: "M3 8.5 6.5 12 13 4.5", failed: false, after: "fulfilled after" },
  merged: { shape: "M3 8h9M8.5 4.5 12 8l-3.5 3.5", failed: false, after: "merged after" },
};

// Further filters for chains, independent of their outcome.
const CONDITIONS = [
  { name: "recovered", label: "recovered", holds: (chain) => chain.recovered },
  { name: "retried", label: "retried", holds: (chain) => chain.isRetried },
  { name: "late", label: "timed out", holds: (chain) => chain.timedOut },
  { name: "unhandled", label: "error unhandled", holds: (chain) => chain.unhandled },
  { name: "again", label: "settled again", holds: (chain) => chain.again },
];

const UNITS = [
  { name: "min", size: 60e9 },
  { name: "s", size: 1e9 },
  { name: "ms", size: 1e6 },
  { name: "µs", size: 1e3 },
  { name: "ns", size: 1 },
];

// Returns a duration with three significant digits: 417 ns, 12.3 µs, 1.24 s, 3 min 12 s, 2 h 5 min.
function duration(nanoseconds) {
  const seconds = Math.round(nanoseconds / 1e9);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  for (const unit of UNITS.slice(1)) {
    const value = Number((nanoseconds / unit.size).toPrecision(3));
    if (value >= 1) return `${value} ${unit.name}`;
  }
  return "0 ns";
}

const count = (number) => number.toLocaleString("en");

const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

// Returns the last part of a site such as `App/Loader.swift:42`, for places with little room.
const shortSite = (site) => site.slice(site.lastIndexOf("/") + 1) || "unknown place";

const firstLine = (text) => text.trimStart().split(/[\r\n\u2028\u2029]/, 1)[0];

// Returns the beginning of a text, for a name or a tip.
function brief(text, limit = 160) {
  const line = firstLine(text);
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

// Returns the times of the ticks on the axis: round times, at least `apart` pixels from each other.
function ticks(from, to, width, apart = width < 400 ? 64 : 96) {
  const step = roundStep(((to - from) / Math.max(width, 1)) * apart);
  const times = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) times.push(time);
  return { step, times, label: labels(step, to) };
}

function roundStep(least) {
  if (least > 30e9) {
    const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].map((minute) => minute * 60e9);
    return minutes.find((step) => step >= least) ?? Math.ceil(least / 1440 / 60e9) * 1440 * 60e9;
  }
  if (least > 20e9) return 30e9;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least);
}

// Formats ticks in a unit that fits the latest time shown, unless the steps are too fine for it.
function labels(step, latest) {
  if (step >= 30e9) return (time) => (time === 0 ? "0" : duration(time));
  const unit = UNITS.slice(1).find(({ size }) => latest >= size && step >= size / 1000) ?? UNITS[4];
  const digits = Math.max(0, Math.ceil(Math.log10(unit.size / step) - 1e-9));
  const format = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (time) => (time === 0 ? "0" : `${format.format(time / unit.size)} ${unit.name}`);
}
