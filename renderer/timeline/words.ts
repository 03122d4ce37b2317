import { duration, milliseconds } from './format.ts';
import { styleWord } from './styles.ts';
import type { ChipTone } from '../components/Chip.tsx';
import type { SliceKind, SliceStyle, TimelineCounts, TimelineSelection, TimelineSlice } from './types.ts';

const KIND_WORDS: Readonly<Record<SliceKind, string>> = {
  response: 'response',
  window: 'window',
  item: 'item',
  call: 'call',
};

export function kindWord(kind: SliceKind): string {
  return KIND_WORDS[kind];
}

/** How long a slice took; what is open has no duration yet, an item has none at all. */
export function durationOf({ ref, start, end }: TimelineSlice): string {
  if (ref.kind === 'item') return '';
  return end === Infinity ? 'open' : duration(end - start);
}

/** One sentence about a slice, for the live region. */
export function sentence(slice: TimelineSlice): string {
  const parts = [
    slice.label,
    kindWord(slice.ref.kind),
    styleWord(slice.style),
    durationOf(slice),
    `starts at ${milliseconds(slice.start)} ms`,
    slice.thread,
    slice.reason,
  ];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

export function threadsText({ threads }: TimelineCounts): string {
  return threads === 1 ? '1 thread' : `${milliseconds(threads)} threads`;
}

export function callsText({ calls, attributed, abstained }: TimelineCounts): string {
  const count = calls === 1 ? '1 call' : `${milliseconds(calls)} calls`;
  // A call that never ran, or that still does, has no verdict; without it the counts would not add up.
  const without = calls - attributed - abstained;
  return `${count}, ${milliseconds(attributed)} attributed, ${milliseconds(abstained)} abstained${
    without > 0 ? `, ${milliseconds(without)} without a verdict` : ''
  }`;
}

export function sameThing(a: TimelineSelection | null, b: TimelineSelection | null): boolean {
  return a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id);
}

/** The stage of the design whose hue and shape a style wears; null for what belongs to none. */
export function toneOf(style: SliceStyle): ChipTone | null {
  switch (style) {
    case 'response':
    case 'response-running':
    case 'item':
      return 'exposure';
    case 'item-opening':
    case 'call-running':
    case 'call-ok':
      return 'execution';
    case 'call-error':
    case 'response-error':
      return 'fault';
    case 'held':
      return 'approval';
    case 'abstained':
    case 'call-skipped':
      return 'none';
    case 'window':
    case 'window-expired':
      return null;
  }
}
