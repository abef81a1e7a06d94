// @ts-check

const WINDOW = 5000;
const KEPT = 60;

/** Bytes per second over the last seconds, and how that went. */
export class Speed {
  constructor(now = () => performance.now()) {
    this.now = now;
    /** @type {{at: number, bytes: number}[]} */
    this.recent = [];
    /** @type {number[]} a figure for each second, the newest last */
    this.line = [];
    this.second = 0;
    this.sum = 0;
  }

  /** @param {number} bytes that left just now */
  add(bytes) {
    const at = this.now();
    this.recent.push({ at, bytes });
    while (this.recent.length && this.recent[0].at < at - WINDOW) this.recent.shift();
    this.turn(at);
    this.sum += bytes;
  }

  /** Bytes per second. */
  get value() {
    const at = this.now();
    const recent = this.recent.filter((one) => one.at >= at - WINDOW);
    if (recent.length === 0) return 0;
    return recent.reduce((sum, one) => sum + one.bytes, 0) / (Math.max(1000, at - recent[0].at) / 1000);
  }

  /** The last minute, a figure for each second. */
  get history() {
    this.turn(this.now());
    return [...this.line];
  }

  /** @param {number} at */
  turn(at) {
    const second = Math.floor(at / 1000);
    if (this.second === 0) this.second = second;
    for (; this.second < second; this.second += 1) {
      this.line.push(this.sum);
      this.sum = 0;
      if (this.line.length > KEPT) this.line.shift();
    }
  }
}
