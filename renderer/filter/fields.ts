import { Evidence, Outcome, Source, kindsByFamily, type Event } from '../../shared/event.ts';
import { HOST_IDS } from '../../shared/hosts/ids.ts';

/** What a term can ask of an event: words compared as text, or a number compared by size. */
export type WordField =
  | 'kind'
  | 'source'
  | 'evidence'
  | 'server'
  | 'tool'
  | 'call'
  | 'thread'
  | 'response'
  | 'window'
  | 'exchange'
  | 'outcome'
  | 'state'
  | 'reason'
  | 'host';
export type NumberField = 'seq' | 't' | 'ms' | 'bytes';

interface WordFieldSpec {
  readonly type: 'word';
  readonly says: string;
  /** Values offered while typing; a field without them takes those seen in the capture. */
  readonly values?: readonly string[];
}

interface NumberFieldSpec {
  readonly type: 'number';
  readonly says: string;
}

const kinds = [...kindsByFamily.values()].flat();
const families = [...kindsByFamily.values()]
  .map((members) => members[0]?.split('.')[0])
  .filter((family) => family !== undefined);

export const fields: Record<WordField, WordFieldSpec> & Record<NumberField, NumberFieldSpec> = {
  kind: { type: 'word', says: 'what happened', values: [...kinds, ...new Set(families)].map(patternOf) },
  source: { type: 'word', says: 'who observed it', values: Source.options },
  evidence: { type: 'word', says: 'how well it is known', values: Evidence.options },
  server: { type: 'word', says: 'name of the server' },
  tool: { type: 'word', says: 'raw name of the tool' },
  call: { type: 'word', says: 'id of the call' },
  thread: { type: 'word', says: 'id of the thread, or "root", "child"' },
  response: { type: 'word', says: 'id of the response' },
  window: { type: 'word', says: 'id of the window' },
  exchange: { type: 'word', says: 'id of the exchange' },
  outcome: { type: 'word', says: 'how a call ended', values: [...Outcome.options, 'error'] },
  state: { type: 'word', says: 'state of a server or process' },
  reason: { type: 'word', says: 'code of a reason' },
  host: { type: 'word', says: 'host profile', values: HOST_IDS },
  seq: { type: 'number', says: 'number of the event' },
  t: { type: 'number', says: 'milliseconds since the start' },
  ms: { type: 'number', says: 'duration in milliseconds' },
  bytes: { type: 'number', says: 'size in bytes' },
};

function patternOf(kindOrFamily: string): string {
  return kindOrFamily.includes('.') ? kindOrFamily : `${kindOrFamily}.*`;
}

export const isWordField = (name: string): name is WordField =>
  Object.hasOwn(fields, name) && fieldType(name) === 'word';
export const isNumberField = (name: string): name is NumberField =>
  Object.hasOwn(fields, name) && fieldType(name) === 'number';

function fieldType(name: string): 'word' | 'number' | undefined {
  return new Map<string, WordFieldSpec | NumberFieldSpec>(Object.entries(fields)).get(name)?.type;
}

/** How the roles of threads are known while a capture is filtered. */
export type RoleOf = (thread: string) => string | undefined;

/** The words an event has under a field; none when it has no such field. */
export function wordsOf(event: Event, field: WordField, roleOf: RoleOf): readonly string[] {
  switch (field) {
    case 'kind':
    case 'source':
    case 'evidence':
      return [event[field]];
    case 'host':
      return 'host' in event && event.host ? [event.host.host] : [];
    case 'outcome':
      return 'outcome' in event ? outcomeWords(event.outcome) : [];
    case 'thread': {
      if (!('thread' in event) || event.thread === undefined) return [];
      const role = roleOf(event.thread);
      return role === undefined ? [event.thread] : [event.thread, role];
    }
    case 'server':
    case 'tool':
    case 'call':
    case 'response':
    case 'window':
    case 'exchange':
    case 'state':
    case 'reason':
      return textMember(event, field);
  }
}

const outcomeWords = (outcome: Outcome): readonly string[] =>
  outcome === 'ok' || outcome === 'skipped' || outcome === 'cancelled' ? [outcome] : [outcome, 'error'];

function textMember(event: Event, field: WordField): readonly string[] {
  const value = new Map<string, unknown>(Object.entries(event)).get(field);
  return typeof value === 'string' ? [value] : [];
}

/** The number an event has under a field. */
export function numberOf(event: Event, field: NumberField): number | undefined {
  switch (field) {
    case 'seq':
    case 't':
      return event[field];
    case 'ms':
      if ('durationMs' in event) return event.durationMs;
      return 'waitedMs' in event ? event.waitedMs : undefined;
    case 'bytes':
      if ('bytes' in event) return event.bytes;
      return 'resultBytes' in event ? event.resultBytes : undefined;
  }
}
