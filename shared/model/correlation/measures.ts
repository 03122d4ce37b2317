// Figures that a person checks an attribution by. All in ms.

interface CallSpan {
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

interface WindowSpan {
  readonly openedAt: number;
  readonly closedAt: number | null;
}

/** How long two calls ran at the same time; null when a boundary is missing. */
export function overlapMs(a: CallSpan | undefined, b: CallSpan | undefined): number | null {
  if (a === undefined || b === undefined) return null;
  if (a.startedAt === null || a.finishedAt === null || b.startedAt === null || b.finishedAt === null)
    return null;
  return Math.max(0, Math.min(a.finishedAt, b.finishedAt) - Math.max(a.startedAt, b.startedAt));
}

/** How much room a window left before and after the call; negative where the call reached out of it. */
export function roomMs(call: CallSpan, window: WindowSpan): { before: number | null; after: number | null } {
  return {
    before: call.startedAt === null ? null : call.startedAt - window.openedAt,
    after: call.finishedAt === null || window.closedAt === null ? null : window.closedAt - call.finishedAt,
  };
}
