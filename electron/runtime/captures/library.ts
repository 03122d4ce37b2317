import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type * as z from 'zod';
import { type CaptureHeader, headerLine, eventLine, readCapture } from '../../../shared/capture.ts';
import { CaptureSummary, type ExportPreview } from '../../../shared/contract.ts';
import type { Event, HostRef } from '../../../shared/event.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { formatJson } from '../../../shared/json.ts';
import { fileLog, memoryLog, type EventLog } from '../event-log.ts';
import { readFileIfThere, writeFileAtomic } from '../files.ts';
import { createRecorder, type Recorder } from '../recorder.ts';
import { createStateStream, type Watchable } from '../state-stream.ts';
import type { Vault } from '../vault.ts';
import { emptyTally, tally } from './summary.ts';

/** What stands beside a capture file: the user's words and the counts, so that a list needs no parsing. */
const Sidecar = CaptureSummary.omit({ capture: true, live: true });
type Sidecar = z.infer<typeof Sidecar>;

/** A capture that can be read: live or at rest. */
export interface OpenCapture {
  readonly header: CaptureHeader;
  readonly log: EventLog;
}

export interface CaptureLibrary {
  readonly list: Watchable<CaptureSummary[]>;
  /** Starts a live capture; the recorder's end puts it at rest. */
  record(options: {
    name: string;
    origin: 'session' | 'probe';
    simulated: boolean;
    host?: HostRef | undefined;
  }): Promise<Recorder>;
  recorder(capture: string): Recorder | undefined;
  /** Payloads of a capture recorded since the start of the program, while they are kept. */
  vault(capture: string): Vault | undefined;
  open(capture: string): Promise<Result<OpenCapture>>;
  summary(capture: string): Result<CaptureSummary>;
  importText(
    text: string,
    fileName: string,
    origin: 'imported' | 'sample',
    salvage: boolean,
  ): Promise<Result<CaptureSummary>>;
  edit(
    capture: string,
    change: { name?: string | undefined; note?: string | undefined },
  ): Promise<Result<CaptureSummary>>;
  remove(capture: string): Promise<Result<void>>;
  restore(capture: string): Promise<Result<CaptureSummary>>;
  preview(capture: string): Promise<Result<ExportPreview>>;
  exportText(capture: string): Promise<Result<string>>;
  /** Looks at the folder again: another shell may have recorded. */
  rescan(): Promise<void>;
  close(): Promise<void>;
}

const idPattern = /^[A-Za-z0-9-]{1,80}$/;
/** At rest, this many parsed captures stay in memory. */
const KEEP_OPEN = 4;
/** The counts of a live capture are told this often, ms. */
const COUNTS_MS = 500;
/** The vaults of this many recordings outlive their end. */
const KEEP_VAULTS = 4;

const unknownCapture = (capture: string): Fault =>
  fault('capture-unknown', `There is no capture "${capture.slice(0, 80)}".`, {
    next: 'Choose one from the list of captures.',
  });

/** Decodes a capture file's bytes, gzipped or not. */
export const captureText = (bytes: Buffer): string =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');

export async function openLibrary(
  home: string,
  writer: string,
  report: (fault: Fault) => void,
): Promise<CaptureLibrary> {
  const folder = join(home, 'captures');
  const trash = join(home, 'trash');
  await mkdir(folder, { recursive: true });

  const live = new Map<string, { recorder: Recorder; sidecar: Sidecar }>();
  const atRest = new Map<string, Sidecar>();
  const opened = new Map<string, OpenCapture>();
  const vaults = new Map<string, Vault>();

  const file = (capture: string, place = folder): string => join(place, `${capture}.ndjson`);
  const sidecarFile = (capture: string, place = folder): string => join(place, `${capture}.json`);

  const list = createStateStream<CaptureSummary[]>(() => {
    const rows = [
      ...[...live].map(([capture, { recorder, sidecar }]) => ({
        capture,
        live: true,
        ...sidecar,
        bytes: recorder.log.bytes,
      })),
      ...[...atRest].map(([capture, sidecar]) => ({ capture, live: false, ...sidecar })),
    ];
    return rows.toSorted(
      (a, b) => b.startedAt.localeCompare(a.startedAt) || b.capture.localeCompare(a.capture),
    );
  });

  // Counts of a live capture change with every event; a list of captures that changed as often would keep a window busy.
  let countsTimer: NodeJS.Timeout | undefined;
  const countsChanged = (): void => {
    countsTimer ??= setTimeout(() => {
      countsTimer = undefined;
      list.changed();
    }, COUNTS_MS).unref();
  };

  const newId = (): string =>
    `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;

  // One after the other: the end of a recording and a new name may come together, and the later one stays.
  let written: Promise<void> = Promise.resolve();
  const writeSidecar = (capture: string, sidecar: Sidecar): Promise<void> => {
    const write = (): Promise<void> => writeFileAtomic(sidecarFile(capture), `${formatJson(sidecar, 2)}\n`);
    written = written.then(write, write);
    return written;
  };

  const readStored = async (
    capture: string,
  ): Promise<Result<OpenCapture & { bytes: number; cut: boolean }>> => {
    if (!idPattern.test(capture)) return { ok: false, fault: unknownCapture(capture) };
    let bytes: Buffer;
    try {
      bytes = await readFile(file(capture));
    } catch {
      return { ok: false, fault: unknownCapture(capture) };
    }
    // A crash may have cut the last line; what stands before it is the capture.
    const read = readCapture(captureText(bytes), { salvage: true });
    if (!read.ok) return read;
    return ok({
      header: read.value.header,
      log: memoryLog([...read.value.events], bytes.length),
      bytes: bytes.length,
      cut: read.value.cut !== undefined,
    });
  };

  const sidecarOf = (
    header: CaptureHeader,
    events: readonly Event[],
    bytes: number,
    origin: Sidecar['origin'],
  ): Sidecar => ({
    name: header.name ?? 'Capture',
    note: header.note ?? '',
    startedAt: header.startedAt,
    origin,
    bytes,
    ...events.reduce(tally, emptyTally()),
  });

  const rescan = async (): Promise<void> => {
    const names = (await readdir(folder))
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => name.slice(0, -7));
    const present = new Set(names);
    for (const capture of atRest.keys()) if (!present.has(capture)) atRest.delete(capture);
    for (const capture of names) {
      if (live.has(capture) || atRest.has(capture)) continue;
      const text = await readFileIfThere(sidecarFile(capture));
      const kept = text === undefined ? undefined : parseSidecar(text);
      if (kept !== undefined) {
        atRest.set(capture, kept);
        continue;
      }
      const stored = await readStored(capture);
      if (!stored.ok) {
        report(
          fault('capture-unreadable', `The capture file ${file(capture)} cannot be read and is left alone.`, {
            cause: stored.fault.message,
            next: 'Move it away if it is not needed.',
          }),
        );
        continue;
      }
      atRest.set(
        capture,
        sidecarOf(
          stored.value.header,
          stored.value.log.read(0, stored.value.log.length),
          stored.value.bytes,
          'session',
        ),
      );
    }
    list.changed();
  };

  const summary = (capture: string): Result<CaptureSummary> => {
    const row = list.get().find((entry) => entry.capture === capture);
    return row === undefined ? { ok: false, fault: unknownCapture(capture) } : ok(row);
  };

  const open = async (capture: string): Promise<Result<OpenCapture>> => {
    const recording = live.get(capture);
    if (recording !== undefined)
      return ok({ header: recording.recorder.header, log: recording.recorder.log });
    const known = opened.get(capture);
    if (known !== undefined) return ok(known);
    const stored = await readStored(capture);
    if (!stored.ok) return stored;
    const entry: OpenCapture = { header: stored.value.header, log: stored.value.log };
    opened.set(capture, entry);
    for (const oldest of opened.keys()) {
      if (opened.size <= KEEP_OPEN) break;
      opened.delete(oldest);
    }
    return ok(entry);
  };

  const rest = async (capture: string): Promise<void> => {
    const recording = live.get(capture);
    if (recording === undefined) return;
    live.delete(capture);
    const sidecar = { ...recording.sidecar, bytes: recording.recorder.log.bytes };
    atRest.set(capture, sidecar);
    await writeSidecar(capture, sidecar);
    list.changed();
  };

  await rescan();

  return {
    list,
    rescan,
    summary,
    open,
    recorder: (capture) => live.get(capture)?.recorder,
    vault: (capture) => vaults.get(capture),

    record: async ({ name, origin, simulated, host }) => {
      const capture = newId();
      const recorder = createRecorder({
        capture,
        name,
        writer,
        simulated,
        host,
        openLog: (header) => fileLog(file(capture), header),
        onEnded: () => rest(capture),
      });
      const counts = emptyTally();
      for (const event of recorder.log.read(0, recorder.log.length)) tally(counts, event);
      const sidecar: Sidecar = {
        name,
        note: '',
        startedAt: recorder.header.startedAt,
        origin,
        bytes: 0,
        ...counts,
      };
      live.set(capture, { recorder, sidecar });
      vaults.set(capture, recorder.vault);
      for (const oldest of vaults.keys()) {
        if (vaults.size <= KEEP_VAULTS) break;
        if (!live.has(oldest)) vaults.delete(oldest);
      }
      recorder.onEvent((event) => {
        tally(sidecar, event);
        countsChanged();
      });
      list.changed();
      return recorder;
    },

    importText: async (text, fileName, origin, salvage) => {
      const read = readCapture(text, { salvage });
      if (!read.ok) return read;
      const { header, events } = read.value;
      const capture = newId();
      const body = headerLine(header) + events.map(eventLine).join('');
      await writeFile(file(capture), body, { mode: 0o600, flag: 'wx' });
      const name = header.name ?? fileName.replace(/\.(ndjson|json|gz)+$/i, '');
      const sidecar = sidecarOf({ ...header, name }, events, Buffer.byteLength(body), origin);
      await writeSidecar(capture, sidecar);
      atRest.set(capture, sidecar);
      list.changed();
      return summary(capture);
    },

    edit: async (capture, change) => {
      const sidecar = live.get(capture)?.sidecar ?? atRest.get(capture);
      if (sidecar === undefined) return { ok: false, fault: unknownCapture(capture) };
      if (change.name !== undefined) sidecar.name = change.name;
      if (change.note !== undefined) sidecar.note = change.note;
      if (atRest.has(capture)) await writeSidecar(capture, sidecar);
      list.changed();
      return summary(capture);
    },

    remove: async (capture) => {
      if (live.has(capture))
        return fail('capture-live', 'The capture is still being recorded.', { next: 'Stop it first.' });
      if (!atRest.has(capture)) return { ok: false, fault: unknownCapture(capture) };
      await mkdir(trash, { recursive: true });
      await written.catch(() => undefined);
      await rename(file(capture), file(capture, trash));
      await writeFileAtomic(sidecarFile(capture, trash), formatJson(atRest.get(capture)));
      await rm(sidecarFile(capture), { force: true });
      atRest.delete(capture);
      opened.delete(capture);
      vaults.delete(capture);
      list.changed();
      return ok(undefined);
    },

    restore: async (capture) => {
      if (!idPattern.test(capture)) return { ok: false, fault: unknownCapture(capture) };
      const there = await stat(file(capture, trash)).catch(() => undefined);
      if (there === undefined) return { ok: false, fault: unknownCapture(capture) };
      await rename(file(capture, trash), file(capture));
      await rename(sidecarFile(capture, trash), sidecarFile(capture)).catch(() => undefined);
      await rescan();
      return summary(capture);
    },

    preview: async (capture) => {
      const entry = await open(capture);
      if (!entry.ok) return entry;
      const counts = new Map<string, number>();
      for (const event of entry.value.log.read(0, entry.value.log.length)) {
        counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1);
      }
      const kinds = [...counts]
        .map(([kind, count]) => ({ kind, count }))
        .toSorted((a, b) => b.count - a.count);
      return ok({ events: entry.value.log.length, bytes: entry.value.log.bytes, kinds });
    },

    exportText: async (capture) => {
      const entry = await open(capture);
      const row = summary(capture);
      if (!entry.ok) return entry;
      if (!row.ok) return row;
      const { name, note } = row.value;
      const header = { ...entry.value.header, name, ...(note === '' ? {} : { note }) };
      const events = entry.value.log.read(0, entry.value.log.length);
      return ok(headerLine(header) + events.map(eventLine).join(''));
    },

    close: async () => {
      for (const { recorder } of live.values()) await recorder.end('shutdown');
    },
  };
}

function parseSidecar(text: string): Sidecar | undefined {
  try {
    return Sidecar.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
