import type { CallReply } from '../../../shared/contract.ts';
import type { ChipTone } from '../../components/Chip.tsx';

/** How a call ended, as a chip. */
export function outcomeWord(outcome: CallReply['outcome']): {
  readonly tone: ChipTone;
  readonly word: string;
} {
  switch (outcome) {
    case 'ok':
      return { tone: 'execution', word: 'ok' };
    case 'toolError':
      return { tone: 'fault', word: 'tool error' };
    case 'protocolError':
      return { tone: 'fault', word: 'protocol error' };
    case 'transportError':
      return { tone: 'fault', word: 'connection lost' };
    case 'timeout':
      return { tone: 'fault', word: 'timed out' };
    case 'cancelled':
      return { tone: 'none', word: 'cancelled' };
    case 'skipped':
      return { tone: 'none', word: 'skipped' };
  }
}
