import type { CallRow } from '../../../shared/model/index.ts';
import type { ChipTone } from '../../components/Chip.tsx';
import { formatMs } from '../../frame/format.ts';

interface StateWord {
  readonly tone: ChipTone;
  readonly word: string;
  readonly hollow: boolean;
}

/** Where a call stands, as a chip. */
export function callStateChip({ state, durationMs }: CallRow): StateWord {
  const say = (tone: ChipTone, word: string, hollow = false): StateWord => ({ tone, word, hollow });
  switch (state) {
    case 'waiting':
      return say('approval', 'waiting');
    case 'seen':
      return say('none', 'traces only');
    case 'refused':
      return say('none', 'refused');
    case 'approved':
      return say('approval', 'approved', true);
    case 'running':
      return say('execution', 'running', true);
    case 'ok':
      return say('execution', durationMs === null ? 'ok' : `ok ${formatMs(durationMs)}`);
    case 'toolError':
      return say('fault', 'tool error');
    case 'protocolError':
      return say('fault', 'protocol error');
    case 'transportError':
      return say('fault', 'connection lost');
    case 'timeout':
      return say('fault', 'timed out');
    case 'cancelled':
      return say('none', 'cancelled');
    case 'skipped':
      return say('none', 'skipped');
  }
}

/** To whom the call belongs, and how that is known. */
export function verdictText({ verdict, origin }: CallRow, labelOf: (thread: string) => string): string {
  if (verdict?.kind === 'attributed') return `${labelOf(verdict.thread)}, by ${verdict.tier}`;
  if (verdict) return `abstained: ${verdict.reason.replaceAll('-', ' ')}`;
  return origin === 'user' ? 'called by hand' : '–';
}
