import type { ServerView } from '../../../shared/contract.ts';
import type { ChipTone } from '../../components/Chip.tsx';

interface StateWord {
  readonly tone: ChipTone;
  readonly word: string;
}

/** The state of a server as a chip. */
export function stateWord(state: ServerView['state']): StateWord {
  switch (state) {
    case 'idle':
      return { tone: 'none', word: 'not connected' };
    case 'needsConsent':
      return { tone: 'approval', word: 'needs consent' };
    case 'connecting':
      return { tone: 'discovery', word: 'connecting' };
    case 'ready':
      return { tone: 'execution', word: 'ready' };
    case 'failed':
      return { tone: 'fault', word: 'failed' };
    case 'closed':
      return { tone: 'none', word: 'closed' };
  }
}

/** Which protocol the server speaks: `modern era · 2026-07-28 · stdio`. */
export function protocolText({ era, protocolVersion, config }: ServerView): string {
  return [era === undefined ? undefined : `${era} era`, protocolVersion, config.transport.kind]
    .filter(Boolean)
    .join(' · ');
}

/** Where the server is: its command line or its address. */
export function placeText({ commandLine, config: { transport } }: ServerView): string {
  if (transport.kind === 'http') return transport.url;
  return commandLine ?? [transport.command, ...transport.args].join(' ');
}

/** Connected, but the very first page of its tools could not be had. */
export const isUnlisted = ({ state, tools, fault }: ServerView): boolean =>
  state === 'ready' && tools === undefined && fault !== undefined;
