import type { CaptureSummary } from '../../shared/contract.ts';

/** The capture to show: the one asked for, else the newest live one, else the newest. */
export function chooseCapture(
  captures: readonly CaptureSummary[],
  asked: string | undefined,
): string | undefined {
  const wanted = captures.find(({ capture }) => capture === asked);
  if (wanted) return wanted.capture;
  const live = captures.filter(({ live: isLive }) => isLive);
  const newest = (live.length > 0 ? live : captures).toSorted((a, b) =>
    a.startedAt < b.startedAt ? 1 : -1,
  )[0];
  return newest?.capture;
}
