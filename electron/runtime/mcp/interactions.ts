import type { LocalId } from '../../../shared/event.ts';
import { isObject } from '../../../shared/json.ts';
import type { Answerer, Elicitation, ElicitationAnswer } from './answerer.ts';
import { finding, type McpFinding } from './findings.ts';
import type { Recording } from './recording.ts';
import type { JsonObject } from './types.ts';

/** What goes back to the server: a result, or a JSON-RPC error. */
export type Reply =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } };

export interface Interactions {
  /** Answers one request of the server's. Never rejects. */
  answer(method: string, params: JsonObject, signal: AbortSignal, call?: LocalId): Promise<Reply>;
  /** Somebody is being asked right now; no silence of the server counts meanwhile. */
  isWaiting(): boolean;
}

interface InteractionsOptions {
  readonly answerer: Answerer;
  readonly recording: Recording;
  readonly find: (found: McpFinding) => void;
}

const methodNotFound = -32601;
const invalidParams = -32602;
/** JSON-RPC leaves this range to the application; "user rejected" of the sampling pages. */
const userRejected = -1;

const refuse = (code: number, message: string): Reply => ({ error: { code, message } });

/** An address that may be put before a user at all: no `javascript:`, no `file:`, no name and password in it. */
export const openable = (text: unknown): URL | undefined => {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
};

const blocksOf = (message: unknown): readonly unknown[] => {
  const content = isObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content : [content];
};
const ofType = (type: string) => (block: unknown) => isObject(block) && block['type'] === type;
const idsOf = (blocks: readonly unknown[], type: string, key: string): unknown[] =>
  blocks.filter(ofType(type)).map((block) => (isObject(block) ? block[key] : undefined));

/** What breaks the rules that sampling messages have (revision 2025-11-25, client/sampling, "Message content constraints"). */
export const samplingFaults = (params: JsonObject): string[] => {
  const { messages } = params;
  if (!Array.isArray(messages)) return ['messages is not an array'];
  const faults: string[] = [];
  let open: unknown[] = [];
  messages.forEach((message: unknown, index) => {
    const blocks = blocksOf(message);
    const role = isObject(message) ? message['role'] : undefined;
    if (role !== 'user' && role !== 'assistant') faults.push(`message ${index} has no known role`);
    const answered = idsOf(blocks, 'tool_result', 'toolUseId');
    if (answered.length > 0 && answered.length < blocks.length)
      faults.push(`message ${index} mixes tool results with other content`);
    if (open.some((id) => !answered.includes(id)))
      faults.push(`message ${index} leaves a tool use unanswered`);
    open = idsOf(blocks, 'tool_use', 'id');
  });
  return faults;
};

/** Puts what a server asks before the answerer, and records that it was asked and how it was answered. */
export const createInteractions = (options: InteractionsOptions): Interactions => {
  const { answerer, recording, find } = options;
  let waiting = 0;

  const readElicitation = (
    params: JsonObject,
    call: LocalId | undefined,
  ): Elicitation | { readonly refused: Reply } => {
    const id = recording.local('elicitation');
    const { message, mode = 'form' } = params;
    const about = {
      id,
      server: recording.server,
      ...(call === undefined ? {} : { call }),
      params,
      message: typeof message === 'string' ? message : '',
    };
    if (typeof message !== 'string')
      find(finding('elicitation-malformed', { detail: 'message is not a string' }));
    if (mode === 'url') {
      const url = openable(params['url']);
      if (url === undefined) {
        find(finding('elicitation-url-refused'));
        return { refused: refuse(invalidParams, 'The address is not one that may be opened.') };
      }
      const elicitationId = params['elicitationId'];
      return { ...about, mode, url, ...(typeof elicitationId === 'string' ? { elicitationId } : {}) };
    }
    if (mode !== 'form') {
      find(finding('elicitation-malformed', { detail: 'unknown mode' }));
      return { refused: refuse(invalidParams, 'Unknown elicitation mode.') };
    }
    const schema = params['requestedSchema'];
    if (!isObject(schema))
      find(finding('elicitation-malformed', { detail: 'requestedSchema is not an object' }));
    return { ...about, mode, schema: isObject(schema) ? schema : { type: 'object', properties: {} } };
  };

  const elicit = async (
    ask: NonNullable<Answerer['elicit']>,
    params: JsonObject,
    signal: AbortSignal,
    call: LocalId | undefined,
  ): Promise<Reply> => {
    const asked = readElicitation(params, call);
    if ('refused' in asked) return asked.refused;
    recording.elicitationRequested(asked);
    const answer: ElicitationAnswer = await ask(asked, signal);
    recording.elicitationAnswered(asked.id, answer);
    const { action } = answer;
    return {
      result:
        answer.action === 'accept' && asked.mode === 'form'
          ? { action, content: answer.content ?? {} }
          : { action },
    };
  };

  const sample = async (
    ask: NonNullable<Answerer['sample']>,
    params: JsonObject,
    signal: AbortSignal,
    call: LocalId | undefined,
  ): Promise<Reply> => {
    for (const detail of samplingFaults(params)) find(finding('sampling-malformed', { detail }));
    const id = recording.local('sampling');
    const asked = { id, server: recording.server, params, ...(call === undefined ? {} : { call }) };
    recording.samplingRequested(asked);
    const answer = await ask(asked, signal);
    recording.samplingAnswered(id, answer);
    return answer.action === 'accept'
      ? { result: answer.result }
      : refuse(userRejected, 'The user rejected the sampling request.');
  };

  const notOffered = (method: string): Reply => {
    find(finding('request-not-offered', { detail: method }));
    return refuse(methodNotFound, `Method not found: ${method}`);
  };

  const dispatch = (
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    call: LocalId | undefined,
  ): Reply | Promise<Reply> => {
    switch (method) {
      case 'ping':
        return { result: {} };
      case 'roots/list':
        return answerer.roots === undefined
          ? notOffered(method)
          : { result: { roots: answerer.roots().map((root) => ({ ...root })) } };
      case 'elicitation/create':
        return answerer.elicit === undefined
          ? notOffered(method)
          : elicit(answerer.elicit, params, signal, call);
      case 'sampling/createMessage':
        return answerer.sample === undefined
          ? notOffered(method)
          : sample(answerer.sample, params, signal, call);
      default:
        return notOffered(method);
    }
  };

  return {
    isWaiting: () => waiting > 0,
    answer: async (method, params, signal, call) => {
      waiting += 1;
      try {
        return await dispatch(method, params, signal, call);
      } catch (error) {
        find(finding('answerer-failed', { detail: error instanceof Error ? error.message : String(error) }));
        return refuse(-32603, 'The request could not be answered.');
      } finally {
        waiting -= 1;
      }
    },
  };
};
