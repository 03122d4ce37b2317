import type { CaptureHeader } from '../../shared/capture.ts';
import { newHeader } from '../../shared/capture.ts';
import type { Draft, Event, HostRef } from '../../shared/event.ts';
import { createBus, elapsedMs, type EventListener } from './bus.ts';
import type { EventLog } from './event-log.ts';
import { createGate, type Gate } from './sanitize.ts';
import { createVault, type Vault } from './vault.ts';

/** One live capture: its gate, its bus, its log and its vault. Everything that observes emits through one of these. */
export interface Recorder {
  readonly capture: string;
  readonly header: CaptureHeader;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly log: EventLog;
  /** Seals and publishes. `at` is when it was measured, ns of `process.hrtime.bigint()`; now when left out. */
  emit(draft: Draft, at?: bigint): Event;
  /** The same with a time in ms since the capture's start; for replays and for the correlator. */
  emitAt(draft: Draft, atMs: number): Event;
  /**
   * Records on the next turn of the event loop, so that nobody's response waits for it, or right before whatever is
   * recorded, read or ended sooner: the order stays. `record` emits with the time that it was measured at.
   */
  soon(record: () => void): void;
  /** Milliseconds since the capture's start. */
  elapsed(at?: bigint): number;
  onEvent(listener: EventListener): () => void;
  readonly ended: boolean;
  /** `hook` runs first when the capture ends, while events still can be published. */
  beforeEnd(hook: () => void): void;
  /** Publishes `capture.ended` and closes the log. */
  end(reason: 'finished' | 'stopped' | 'replaced' | 'shutdown'): Promise<void>;
}

export interface RecorderOptions {
  readonly capture: string;
  readonly name: string;
  readonly writer: string;
  /** True when a host of our own plays a client. */
  readonly simulated: boolean;
  /** The client that will be watched, where that is known beforehand. */
  readonly host?: HostRef | undefined;
  readonly openLog: (header: CaptureHeader) => EventLog;
  readonly gate?: Gate;
  /** Runs when the log is closed; `end` waits for it. */
  readonly onEnded?: () => Promise<void>;
}

export function createRecorder(options: RecorderOptions): Recorder {
  const startedAt = process.hrtime.bigint();
  const header = newHeader(new Date(), options.name, `throughline ${options.writer}`);
  const gate = options.gate ?? createGate();
  const log = options.openLog(header);
  const vault = createVault();
  const bus = createBus(startedAt, (event) => log.append(event));
  const hooks: (() => void)[] = [];
  let ended = false;
  const waiting: (() => void)[] = [];
  let turn: NodeJS.Immediate | undefined;
  let catchingUp = false;

  const catchUp = (): void => {
    // What is being recorded comes back here, and goes on.
    if (catchingUp || waiting.length === 0) return;
    catchingUp = true;
    clearImmediate(turn);
    turn = undefined;
    try {
      for (let record = waiting.shift(); record !== undefined; record = waiting.shift()) record();
    } finally {
      catchingUp = false;
    }
  };

  const recorder: Recorder = {
    capture: options.capture,
    header,
    gate,
    get vault() {
      catchUp();
      return vault;
    },
    get log() {
      catchUp();
      return log;
    },
    emit: (draft, at) => {
      catchUp();
      return bus.publish(gate.seal(draft), at === undefined ? undefined : elapsedMs(startedAt, at));
    },
    emitAt: (draft, atMs) => {
      catchUp();
      return bus.publish(gate.seal(draft), atMs);
    },
    soon: (record) => {
      waiting.push(record);
      turn ??= setImmediate(catchUp);
    },
    elapsed: (at) => elapsedMs(startedAt, at ?? process.hrtime.bigint()),
    onEvent: (listener) => bus.onEvent(listener),
    beforeEnd: (hook) => void hooks.push(hook),
    get ended() {
      return ended;
    },
    end: async (reason) => {
      if (ended) return;
      catchUp();
      ended = true;
      for (const hook of hooks) hook();
      recorder.emit({ kind: 'capture.ended', source: 'host', evidence: 'measured', reason });
      await log.close();
      await options.onEnded?.();
    },
  };
  recorder.emit({
    kind: 'capture.started',
    source: 'host',
    evidence: 'measured',
    writer: gate.version(options.writer),
    ...(options.host === undefined ? {} : { host: options.host }),
    simulated: options.simulated,
    platform: knownOr(['linux', 'darwin', 'win32'], process.platform),
    arch: knownOr(['x64', 'arm64'], process.arch),
  });
  return recorder;
}

const knownOr = <const W extends string>(known: readonly W[], word: string): W | 'other' =>
  known.find((one) => one === word) ?? 'other';
