import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { CaptureHeader } from '../../shared/capture.ts';
import { Event, kindsByFamily } from '../../shared/event.ts';
import { captureEvents } from '../../shared/events/server.ts';
import { fieldsOf, sections } from './markdown.ts';

const text = readFileSync(new URL('../../docs/capture-format.md', import.meta.url), 'utf8');
const byKind = new Map(sections(text, 3).map((section) => [section.title.replaceAll('`', ''), section.body]));
const schemas = new Map(Event.options.map((option) => [option.shape.kind.value, option.shape]));
/** What every event carries stands in a table of its own. */
const stamp = ['seq', 't', 'kind', 'source', 'evidence', 'instance', 'clockUncertainty'];

describe('docs/capture-format.md', () => {
  it('has a section for every kind and for no other', () => {
    expect([...byKind.keys()].toSorted()).toEqual([...kindsByFamily.values()].flat().toSorted());
  });

  it('has the families in order', () => {
    const families = sections(text, 2).map((section) => section.title);
    expect(families.slice(-kindsByFamily.size)).toEqual([...kindsByFamily.keys()]);
  });

  it.each([...schemas.keys()])('documents every field of %s', (kind) => {
    const shape = schemas.get(kind) ?? {};
    const wanted = Object.entries<z.ZodType>(shape)
      .filter(([name]) => !stamp.includes(name))
      .map(([name, schema]) => (schema.safeParse(undefined).success ? `${name}?` : name));
    expect(fieldsOf(byKind.get(kind) ?? '').toSorted()).toEqual(wanted.toSorted());
  });

  it('documents the stamp and the header', () => {
    const common = sections(text, 2);
    const fields = (title: string) => fieldsOf(common.find((section) => section.title === title)?.body ?? '');
    expect(fields('Every event')).toEqual(stamp);
    expect(Object.keys(captureEvents[0].shape).slice(0, stamp.length)).toEqual(stamp);
    expect(fields('The header').toSorted()).toEqual(Object.keys(CaptureHeader.shape).toSorted());
  });

  it('shows a header that a reader takes', () => {
    const example = /```json\n(.+)\n```/.exec(text)?.[1] ?? '';
    expect(CaptureHeader.safeParse(JSON.parse(example)).success).toBe(true);
  });
});
