const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const unfinished = /^-?\d+\.0*$/;

/** The number that a text writes: a bigint where a double would lose digits, the text itself where it is no number. */
export function parseNumber(text: string): number | bigint | string {
  const trimmed = text.trim();
  if (unfinished.test(trimmed)) return Number(trimmed.replace(/\.0*$/, ''));
  if (!jsonNumber.test(trimmed)) return text;
  const value = Number(trimmed);
  if (/^-?\d+$/.test(trimmed) && !Number.isSafeInteger(value)) return BigInt(trimmed);
  return Number.isFinite(value) ? value : text;
}
