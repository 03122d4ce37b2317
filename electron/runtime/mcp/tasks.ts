import type { LocalId } from '../../../shared/event.ts';
import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { RpcError } from './envelope.ts';
import type { Interactions } from './interactions.ts';
import { answerAll } from './rounds.ts';
import type { Asked } from './session.ts';
import type { Era, JsonObject, TaskStatus } from './types.ts';

// Tasks: revision 2025-11-25, basic/utilities/tasks (legacy), and the extension io.modelcontextprotocol/tasks (modern).

/** What a task says of itself, in the spelling of either era. */
interface TaskFacts {
  readonly id: string;
  readonly status: TaskStatus;
  readonly pollMs: number;
  /** Changes whenever the task does. */
  readonly mark: string;
  readonly wire: JsonObject;
}

/** How long a new legacy task shall be kept by the server, ms. */
const ttlMs = 3_600_000;
const usualPollMs = 1000;
const [shortestPollMs, longestPollMs] = [50, 60_000];

const statuses: ReadonlySet<unknown> = new Set<TaskStatus>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);
const isStatus = (value: unknown): value is TaskStatus => statuses.has(value);

const readTask = (raw: unknown, knownId?: string): TaskFacts | undefined => {
  if (!isObject(raw)) return undefined;
  const { status, statusMessage, lastUpdatedAt } = raw;
  const id = typeof raw['taskId'] === 'string' ? raw['taskId'] : knownId;
  const interval = raw['pollIntervalMs'] ?? raw['pollInterval'];
  if (id === undefined || !isStatus(status)) return undefined;
  return {
    id,
    status,
    pollMs:
      typeof interval === 'number'
        ? Math.min(longestPollMs, Math.max(shortestPollMs, interval))
        : usualPollMs,
    mark: JSON.stringify([status, statusMessage, lastUpdatedAt]),
    wire: raw,
  };
};

/** The parameter that asks a legacy server to run a call as a task. */
export const asTask = { task: { ttl: ttlMs } } as const;

/** The task that a call was answered with, if it was. */
export const taskIn = (asked: Asked, era: Era): TaskFacts | undefined => {
  const result = asked.kind === 'answer' ? asked.answer.result : undefined;
  if (result === undefined) return undefined;
  if (era === 'legacy') return readTask(result['task']);
  return result['resultType'] === 'task' ? readTask(result) : undefined;
};

interface FollowOptions {
  readonly era: Era;
  readonly send: (method: string, params: JsonObject) => Promise<Asked>;
  readonly interactions: Interactions;
  readonly call: LocalId;
  readonly signal?: AbortSignal | undefined;
  /** So long a task may stay without any change, ms. */
  readonly timeoutMs: number;
  readonly onStatus: (status: TaskStatus) => void;
}

const unchanged = (ms: number): Fault =>
  fault('timeout', `The task did not change within ${ms / 1000} s and was cancelled.`, {
    next: 'Raise the timeout in the server settings, or look at what the server waits for.',
  });
const cancelled = fault('cancelled', 'The task was cancelled.');
const byServer = fault('task-cancelled', 'The server cancelled the task.', {
  next: 'Call again.',
});
const unreadable = fault('task-unreadable', 'The server did not say how its task is.', {
  next: 'Look at the raw answer in the event log.',
});

const readError = (raw: unknown): RpcError => {
  const { code, message, data } = isObject(raw) ? raw : {};
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The task failed.',
    ...(data === undefined ? {} : { data }),
  };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

/** Follows a task to its end and returns what the call itself would have been answered with. */
export const followTask = async (first: TaskFacts, options: FollowOptions): Promise<Asked> => {
  const { era, send, interactions } = options;
  const signal = options.signal ?? new AbortController().signal;
  const answered = new Set<string>();
  let task = first;
  let changedAt = performance.now();
  options.onStatus(task.status);

  const give = async (kind: 'cancelled' | 'timeout', reason: Fault): Promise<Asked> => {
    // Cancelled stays cancelled, whatever the server answers to this.
    await send('tasks/cancel', { taskId: task.id });
    return { kind, fault: reason };
  };

  /** What is still wanted of the user; no question is put twice. */
  const update = async (): Promise<void> => {
    const wanted = isObject(task.wire['inputRequests']) ? task.wire['inputRequests'] : {};
    const fresh = Object.fromEntries(Object.entries(wanted).filter(([key]) => !answered.has(key)));
    if (Object.keys(fresh).length === 0) return;
    Object.keys(fresh).forEach((key) => answered.add(key));
    const inputResponses = await answerAll(fresh, interactions, signal, options.call);
    changedAt = performance.now();
    await send('tasks/update', { taskId: task.id, inputResponses });
  };

  for (let latest: Asked | undefined; ;) {
    switch (task.status) {
      case 'completed':
      case 'failed': {
        // A legacy task keeps its result apart.
        if (era === 'legacy') return send('tasks/result', { taskId: task.id });
        const at = latest ?? (await send('tasks/get', { taskId: task.id }));
        if (at.kind !== 'answer') return at;
        const { bytes, at: time } = at.answer;
        const result = at.answer.result?.['result'];
        if (task.status === 'completed' && isObject(result))
          return { kind: 'answer', answer: { result, bytes, at: time } };
        return { kind: 'answer', answer: { error: readError(at.answer.result?.['error']), bytes, at: time } };
      }
      case 'cancelled':
        return { kind: 'failed', fault: byServer };
      case 'input_required':
        // Asking for the result is what makes a legacy server send its questions; it answers when all is done.
        if (era === 'legacy') return send('tasks/result', { taskId: task.id });
        await update();
        break;
      case 'working':
        break;
    }
    await pause(task.pollMs, signal);
    if (signal.aborted) return give('cancelled', cancelled);
    latest = await send('tasks/get', { taskId: task.id });
    if (latest.kind !== 'answer') return latest.kind === 'cancelled' ? give('cancelled', cancelled) : latest;
    const { result, error } = latest.answer;
    if (error !== undefined) return latest;
    const next = readTask(result, task.id);
    if (next === undefined) return { kind: 'failed', fault: unreadable };
    if (next.mark !== task.mark) changedAt = performance.now();
    if (next.status !== task.status) options.onStatus(next.status);
    task = next;
    if (performance.now() - changedAt > options.timeoutMs && task.status === 'working')
      return give('timeout', unchanged(options.timeoutMs));
  }
};
