// Making a formatter costs a hundred times more than using it.
const whole = new Intl.NumberFormat('en');
const exact = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A duration as people read it: `76 ms`, `7.00 s`, `30 s`, `2:04 min`. */
export function formatMs(ms: number): string {
  if (ms < 0.05) return '0 ms';
  if (ms < 1000)
    return `${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : whole.format(Math.round(ms))} ms`;
  if (ms < 60_000) return `${ms % 1000 === 0 ? ms / 1000 : (ms / 1000).toFixed(2)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

/** Time since the start of a capture on a clock: `00:34.1`, `1:02:03.4`. */
export function formatClock(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const [hours, minutes, seconds] = [
    Math.floor(tenths / 36_000),
    Math.floor(tenths / 600) % 60,
    Math.floor(tenths / 10) % 60,
  ];
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds)}.${tenths % 10}`;
}

/** Minutes and seconds of a wait: `0:06`, `4:54`. */
export function formatWait(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Milliseconds with three digits and thousands: `19,585.120`. */
export const formatExact = (ms: number): string => exact.format(ms);

/** Bytes in the largest unit that keeps a digit before the point: `90 B`, `1.2 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const formatCount = (count: number): string => whole.format(count);

/** `1 tool`, `42 tools`. */
export const plural = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** An opaque id, short enough to read: `thr_019a…04f2`. */
export const shortId = (id: string): string => (id.length > 14 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

/** A wall-clock moment in the reader's own way. */
export const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The same, short enough for a narrow column: without the year. */
export const formatShortMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
