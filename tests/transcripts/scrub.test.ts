import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, parseJson } from '../../shared/json.ts';
import { scenario } from '../support/probe.ts';
import { KEYS, oursFor, PLAIN_HEADERS, probeTools, registeredFor, WORDS, type Ours } from './ours.ts';
import { createScrubber } from './scrub.ts';
import { expand, MARK, Transcript } from './transcript.ts';

const canary = 'canary';
const ours = (client: string, version: string): Ours =>
  oursFor(registeredFor(client, version), scenario('lookup'));
const claude = ours('claude', '2.1.268');
const NAME = 'mcp__shape_probe__lookup';
const lookup = probeTools.find(({ tool }) => tool === 'lookup');
const definition = { name: NAME, description: lookup?.description, input_schema: lookup?.inputSchema };

/** A text that is foreign in every way that a request has for texts. */
const foreign = fc.oneof(
  fc.constantFrom(canary, `a ${canary} text`, `${canary}-0123456789abcdef`, `${NAME} and ${canary}`),
  fc.constantFrom(canary, `x${canary}`).map((text) => JSON.stringify({ [text]: [text, { type: text }] })),
  fc.string().map((text) => `${text}${canary}${text}`),
  fc.constant(`${canary} ${JSON.stringify([definition, { name: canary }])} ${canary}`),
);

const body = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, foreign, fc.boolean(), tie('list'), tie('object'), tie('tools')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('text', 'type', 'role', canary, 'input'), tie('value'), {
    maxKeys: 4,
  }),
  tools: fc.record({
    tools: fc.array(
      fc.constantFrom(
        { name: canary, description: canary, input_schema: { properties: { [canary]: { const: canary } } } },
        { ...definition, [canary]: canary },
        { type: 'function', function: { name: 'Bash', description: canary } },
        { name: 'ToolSearch', description: canary },
        { type: 'namespace', name: canary, tools: [{ name: canary }] },
        { functionDeclarations: [{ name: canary, parametersJsonSchema: { title: canary } }] },
        canary,
      ),
      { maxLength: 4 },
    ),
  }),
})).object;

describe('what is kept of a request', () => {
  it('has nothing foreign in it, wherever it stood', () => {
    fc.assert(
      fc.property(body, (raw) => {
        const scrubber = createScrubber(claude);
        const kept = JSON.stringify(scrubber.value(raw));
        expect(kept).not.toContain(canary);
        const headers = scrubber.headers({
          [`x-${canary.length}`]: canary,
          authorization: `Bearer ${canary}`,
        });
        expect(JSON.stringify(headers)).not.toContain(canary);
      }),
      { numRuns: 500 },
    );
  });

  it('has filler of equal length in its place, and equal filler for equal ids', () => {
    const { value } = createScrubber(claude);
    const text = fc
      .string({ minLength: 1 })
      .filter((one) => !/^\s*[[{]/.test(one) && !claude.strings.has(one));
    fc.assert(
      fc.property(text, (raw) => {
        const kept = value(raw);
        expect(kept).toMatch(/^⟦\d+(#\d+)?⟧$/);
        expect(expand(String(kept))).toHaveLength(raw.length);
        expect(expand(String(kept))).not.toBe(raw);
      }),
    );
    const [one, same, other] = ['thread-0001', 'thread-0001', 'thread-0002'].map((id) => value(id));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('keeps what is ours: names inside of texts, definitions, and what says which kind a thing is', () => {
    const { value } = createScrubber(claude);
    expect(value(`use ${NAME} now`)).toBe(`⟦4⟧${NAME}⟦4⟧`);
    const kept = {
      tools: [definition],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'OK' }] }],
    };
    expect(
      value({ ...kept, tools: [{ name: 'Bash' }, definition, { name: 'ToolSearch', more: 1 }] }),
    ).toEqual({
      ...kept,
      tools: [{}, definition, { name: 'ToolSearch' }],
    });
  });
});

/** Whatever of a text is neither filler nor ours. */
function* foreignIn(value: unknown, known: Ours): Generator<string> {
  if (typeof value === 'string') {
    const inner = jsonText(value);
    if (inner !== undefined) yield* foreignIn(inner, known);
    else if (!known.strings.has(value) && !WORDS.has(value)) yield* leftovers(value, known);
  } else if (Array.isArray(value)) {
    for (const one of value as unknown[]) yield* foreignIn(one, known);
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (!KEYS.has(key) && !known.strings.has(key) && key.replaceAll(MARK, '') !== '') yield key;
      yield* foreignIn(one, known);
    }
  }
}

function* leftovers(text: string, known: Ours): Generator<string> {
  const plain = text.replaceAll(MARK, '\n');
  const [json = ''] = /[[{].*[\]}]/s.exec(plain) ?? [];
  const inner = jsonText(json);
  if (inner !== undefined) yield* foreignIn(inner, known);
  const words = known.names.reduce(
    (rest, name) => rest.replaceAll(name, ''),
    plain.replace(inner === undefined ? '\n' : json, ''),
  );
  if (words.trim() !== '') yield words.trim();
}

const jsonText = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** Definitions of tools that are not ours: with more than a kind and a name. */
function* foreignTools(value: unknown): Generator {
  if (Array.isArray(value)) for (const one of value as unknown[]) yield* foreignTools(one);
  if (!isObject(value)) return;
  for (const [key, one] of Object.entries(value)) {
    if ((key === 'tools' || key === 'functionDeclarations') && Array.isArray(one)) {
      for (const tool of one as unknown[]) {
        const spec = isObject(tool) && isObject(tool['function']) ? tool['function'] : tool;
        if (!isObject(spec) || Array.isArray(spec['tools']) || Array.isArray(spec['functionDeclarations']))
          continue;
        const isBare = Object.keys(spec).every((member) => member === 'type' || member === 'name');
        const isOurs = probeTools.some(({ description }) => description === spec['description']);
        if (!isBare && !isOurs) yield spec;
      }
    }
    yield* foreignTools(one);
  }
}

describe('the recorded runs', () => {
  const folder = join(import.meta.dirname, 'recorded');
  const files = readdirSync(folder);

  it('are there', () => expect(files.length).toBeGreaterThan(10));

  it.each(files)('%s holds nothing foreign', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const transcript = Transcript.parse(JSON.parse(text));
    const known = oursFor(
      registeredFor(transcript.client, transcript.version, transcript.modelClass),
      scenario(transcript.scenario),
    );
    const found: unknown[] = [];
    for (const request of transcript.requests) {
      if (request.over !== 'frame') {
        const values = Object.entries(request.headers).filter(([name]) => !PLAIN_HEADERS.has(name));
        found.push(...values.flatMap(([, value]) => [...foreignIn(value, known)]));
        if (!/^[\w/:.{}…?=&-]+$/.test(request.path)) found.push(request.path);
      }
      if (request.over === 'socket' || request.body === null) continue;
      found.push(...foreignIn(request.body, known), ...foreignTools(request.body));
    }
    for (const { meta } of transcript.calls) found.push(...foreignIn(meta, known));
    for (const { item, callId } of transcript.items)
      found.push(
        ...foreignIn(
          [item, callId].filter((id) => id !== null),
          known,
        ),
      );
    expect(found).toEqual([]);
    // Small enough to be read.
    expect(text.length).toBeLessThan(64 * 1024);
  });

  it('would not pass with one foreign word', () => {
    expect([...foreignIn({ text: canary }, claude)]).toEqual([canary]);
    expect([...foreignIn({ text: `⟦4⟧${canary}${NAME}` }, claude)]).toEqual([canary]);
    expect([...foreignIn({ [canary]: '⟦4⟧' }, claude)]).toEqual([canary]);
    expect([...foreignIn({ text: JSON.stringify({ a: canary }) }, claude)]).toContain(canary);
    expect([...foreignTools({ tools: [{ name: 'Bash', description: '⟦4⟧' }] })]).toHaveLength(1);
  });
});
