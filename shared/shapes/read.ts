import * as z from 'zod';
import { readCapture } from '../capture.ts';
import { fail, ok, type Result } from '../fault.ts';
import { formatJson, isObject, parseJson } from '../json.ts';
import { SHAPES_VERSION, ShapesDocument } from './document.ts';
import { shapesOf } from './shapes.ts';

/** The document as a file. */
export const shapesText = (document: ShapesDocument): string => `${formatJson(document, 2)}\n`;

const Head = z.looseObject({ throughline: z.literal('shapes'), schema: z.int().min(1) });

/** A shapes document from its own text, or made from the text of a capture. `name` is how a fault names the text. */
export function readShapes(text: string, name: string): Result<ShapesDocument> {
  // A capture is many JSON documents, a line each; only a shapes document is one.
  const whole = wholeJson(text);
  if (!isObject(whole) || whole['throughline'] !== 'shapes') {
    const capture = readCapture(text);
    return capture.ok ? ok(shapesOf(capture.value.events)) : capture;
  }
  const head = Head.safeParse(whole);
  if (head.success && head.data.schema > SHAPES_VERSION) {
    return fail(
      'shapes-too-new',
      `${name} has schema ${head.data.schema}; this version reads up to ${SHAPES_VERSION}.`,
      { next: 'Update Throughline.' },
    );
  }
  const document = ShapesDocument.safeParse(whole);
  if (document.success) return ok(document.data);
  const [issue] = document.error.issues;
  return fail('shapes-invalid', `${name} is not a valid shapes document.`, {
    cause: `Field ${issue?.path.join('.') || '(root)'}: ${issue?.code ?? 'invalid'}.`,
    next: 'Export it again from its capture.',
  });
}

function wholeJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
