const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A time in ms as digits, to a microsecond where it is not whole: `19,585`, `8,612.240`. */
export function milliseconds(value: number): string {
  return (Number.isInteger(value) ? whole : exact).format(value);
}

/** A duration for reading: `0.42 ms`, `76 ms`, `7.003 s`, `2 m 05 s`, `1 h 02 m`. Input in ms. */
export function duration(value: number): string {
  if (value < 10) return `${Number(value.toFixed(2))} ms`;
  if (value < 999.5) return `${Math.round(value)} ms`;
  if (value < 59_999.5) return `${(value / 1000).toFixed(3)} s`;
  const seconds = Math.round(value / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${twoDigits(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment on the axis, as precise as the distance between ticks (`step`, ms) asks for. */
export function moment(time: number, step: number): string {
  if (step < 1) return `${time.toLocaleString('en-US', digits(step, 1))} ms`;
  if (step < 1000) return `${(time / 1000).toLocaleString('en-US', digits(step, 1000))} s`;
  const seconds = Math.round(time / 1000);
  if (seconds < 60 && step < 60_000) return `${seconds} s`;
  const clock = `${Math.floor(seconds / 60) % 60}:${twoDigits(seconds % 60)}`;
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock.padStart(5, '0')}`;
}

function digits(step: number, unit: number): Intl.NumberFormatOptions {
  const places = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
  return { minimumFractionDigits: places, maximumFractionDigits: places };
}

/** Code points that would hide, reorder or break a line of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const MAX_LABEL = 160;

/** A name from outside as one line that shows what it holds: control and direction marks become dots. */
export function plainLabel(text: string): string {
  const line = text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1)}…` : text;
  return line.replace(UNSEEN, '·');
}

/** A duration or a state at the end of a label. */
const TAIL = / (?:[\d.,]+ m?s|held|running|streaming|failed)$/;

/** A label without what its bar's length and look say as well: the first to go when room is short. */
export function bareName(label: string): string {
  return label.replace(TAIL, '');
}
