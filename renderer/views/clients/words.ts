import type { ClientVerdict, ClientWay, Login } from '../../../shared/contract.ts';
import type { CallShape, ShapesDocument } from '../../../shared/shapes/document.ts';
import type { ChipTone } from '../../components/Chip.tsx';
import { formatMoment, formatMs, plural } from '../../frame/format.ts';
import { spell } from '../../inspector/words.ts';
import type { ClientRun } from './rows.ts';

interface Word {
  readonly tone: ChipTone;
  readonly word: string;
}

/** How a run came out, from the row of its capture. */
export function outcomeWord({ live, run: { exit, code } }: ClientRun): Word {
  if (live) return { tone: 'discovery', word: 'running' };
  if (exit === 0) return { tone: 'execution', word: 'as expected' };
  if (exit === 130) return { tone: 'none', word: 'cancelled' };
  if (exit === undefined) return { tone: 'none', word: 'broken off' };
  return { tone: 'fault', word: code === undefined ? 'not as expected' : spell(code) };
}

/** A run in a list of runs: `lookup · exec · 30 Nov 2026, 14:03`. */
export const runLabel = ({ run, startedAt }: ClientRun): string =>
  [run.scenario, run.modelClass, formatMoment(startedAt)].filter(Boolean).join(' · ');

const logins: Readonly<Record<Login, string>> = {
  'api-key': 'an API key',
  'auth-token': 'an auth token',
  chatgpt: 'a ChatGPT login',
};

const wires: Readonly<Record<ClientWay['wire'], string>> = {
  messages: 'Anthropic Messages',
  responses: 'OpenAI Responses',
  chat: 'Chat Completions',
  gemini: 'Gemini',
};

const transports: Readonly<Record<ClientWay['transport'], string>> = { http: 'HTTP', websocket: 'WebSocket' };

export const wireWord = ({ wire }: ClientWay): string => wires[wire];

/** `OpenAI Responses over WebSocket, with an API key`. */
export const wayWords = (way: ClientWay): string =>
  `${wires[way.wire]} over ${transports[way.transport]}, with ${logins[way.login]}`;

/** Whether the machine's network was out of reach, and why not. */
export function isolationWords({ kind, why }: ClientVerdict['isolation']): string {
  if (kind === 'namespaces') return 'a network of its own with loopback only, no files of yours';
  switch (why) {
    case 'not-wanted':
      return 'none, as you wanted: the network of this machine was open to it';
    case 'not-linux':
      return 'none: only Linux has namespaces; the network of this machine was open to it';
    case 'no-unshare':
      return 'none: unshare is missing; the network of this machine was open to it';
    case 'not-permitted':
      return 'none: this system does not permit namespaces; the network of this machine was open to it';
    case 'not-started':
      return 'it was never started';
    default:
      return 'none; the network of this machine was open to it';
  }
}

/** How the client's process ended. */
export function endWords({ ending, clientExit, signal, clientMs }: ClientVerdict): string {
  switch (ending) {
    case 'not-started':
      return 'never started';
    case 'timeout':
      return `ended here when its time was up, after ${formatMs(clientMs)}`;
    case 'cancelled':
      return 'ended here, cancelled';
    case 'exited':
      return `${signal === null ? `code ${clientExit ?? 'unknown'}` : signal} after ${formatMs(clientMs)}`;
  }
}

type Thread = ShapesDocument['threads'][number];

/** How a thread, and its parent, is known. */
export function threadWords({ evidence, parent, parentEvidence }: Thread): string {
  if (evidence === 'assumed') return 'This client sends no thread ids: one thread a process is assumed.';
  if (parent === null) return 'Its id stands on the wire.';
  if (parentEvidence === 'derived')
    return `Child of thread ${parent}: derived from session and agent ids, no parent's id is sent.`;
  return parentEvidence === null
    ? `Child of thread ${parent}; how that is known is not said.`
    : `Child of thread ${parent}: the parent's id stands on the wire.`;
}

/** To whom a call belongs, and by which evidence. */
export function ownerWords({ verdict }: CallShape): string {
  switch (verdict.kind) {
    case 'attributed': {
      const { thread, tier, agrees } = verdict;
      const others =
        agrees.length === 0 ? '' : `; ${agrees.join(', ')} ${agrees.length === 1 ? 'agrees' : 'agree'}`;
      return `thread ${thread ?? '?'}, by ${tier}${others}`;
    }
    case 'abstained':
      return `abstained: ${spell(verdict.reason)}`;
    case 'none':
      return 'no verdict';
  }
}

/** `once`, `3 times`. */
export const times = (count: number): string => (count === 1 ? 'once' : plural(count, 'time'));

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
