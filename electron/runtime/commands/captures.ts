import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { shapesMarkdown } from '../../../shared/shapes/markdown.ts';
import { shapesText } from '../../../shared/shapes/read.ts';
import { shapesOf } from '../../../shared/shapes/shapes.ts';
import { captureText, type CaptureLibrary } from '../captures/library.ts';
import { recorrelate } from '../correlate/index.ts';
import type { Handlers } from '../handlers.ts';
import type { SettingsStore } from '../settings.ts';
import { callKey, wireKey } from '../vault.ts';

type Own =
  | 'captures.import'
  | 'captures.openSample'
  | 'captures.edit'
  | 'captures.stop'
  | 'captures.remove'
  | 'captures.restore'
  | 'captures.preview'
  | 'captures.export'
  | 'captures.shapes'
  | 'captures.recorrelate'
  | 'events.read'
  | 'payload.get';

const done = ok({});

/** Captures: list, read, import, export, name, remove. */
export function captureCommands(
  library: CaptureLibrary,
  settings: SettingsStore,
  assets: string,
): Pick<Handlers, Own> {
  return {
    'captures.import': ({ text, fileName, salvage }) =>
      library.importText(text, fileName, 'imported', salvage ?? false),

    'captures.openSample': async () => {
      const present = library.list.get().find((row) => row.origin === 'sample');
      if (present !== undefined) return ok(present);
      const bytes = await readFile(join(assets, 'captures', 'sample.ndjson.gz')).catch(() => undefined);
      if (bytes === undefined) {
        return fail('sample-missing', 'The sample capture is not part of this installation.', {
          next: 'Run the built-in probe instead.',
        });
      }
      return library.importText(captureText(bytes), 'Sample', 'sample', false);
    },

    'captures.edit': ({ capture, name, note }) => library.edit(capture, { name, note }),

    'captures.stop': async ({ capture }) => {
      const recorder = library.recorder(capture);
      if (recorder === undefined) return fail('capture-not-live', 'The capture is not being recorded.', {});
      await recorder.end('stopped');
      return library.summary(capture);
    },

    'captures.remove': async ({ capture }) => {
      const removed = await library.remove(capture);
      return removed.ok ? done : removed;
    },

    'captures.restore': ({ capture }) => library.restore(capture),
    'captures.preview': ({ capture }) => library.preview(capture),

    'captures.export': async ({ capture, format }) => {
      const text = await exportText(library, capture, format);
      if (!text.ok) return text;
      const summary = library.summary(capture);
      const name = summary.ok ? summary.value.name : capture;
      const base = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'capture';
      return ok({ fileName: `${base}${endings[format]}`, text: text.value });
    },

    'captures.shapes': ({ capture }) => shapesOfCapture(library, capture),

    'captures.recorrelate': async ({ capture }) => {
      const open = await library.open(capture);
      if (!open.ok) return open;
      const { calls, differences } = recorrelate(open.value.log.read(0, open.value.log.length), {
        waitMs: settings.current.boundaryWaitMs,
      });
      return ok({ calls, differences: [...differences] });
    },

    'events.read': async ({ capture, from, limit }) => {
      const open = await library.open(capture);
      if (!open.ok) return open;
      const events = [...open.value.log.read(from, limit)];
      return ok({ events, next: from + events.length });
    },

    'payload.get': (ref) => {
      const vault = library.vault(ref.capture);
      if (vault === undefined) return ok({ state: 'never' });
      return ok(vault.get('seq' in ref ? wireKey(ref.seq) : callKey(ref.call, ref.part)));
    },
  };
}

const endings: Readonly<Record<ExportFormat, string>> = {
  json: '.ndjson',
  shapes: '.shapes.json',
  markdown: '.md',
};

async function exportText(
  library: CaptureLibrary,
  capture: string,
  format: ExportFormat,
): Promise<Result<string>> {
  if (format === 'json') return library.exportText(capture);
  const document = await shapesOfCapture(library, capture);
  if (!document.ok) return document;
  return ok(format === 'shapes' ? shapesText(document.value) : shapesMarkdown(document.value));
}

async function shapesOfCapture(library: CaptureLibrary, capture: string): Promise<Result<ShapesDocument>> {
  const open = await library.open(capture);
  if (!open.ok) return open;
  const { log } = open.value;
  return ok(shapesOf([...log.read(0, log.length)]));
}
