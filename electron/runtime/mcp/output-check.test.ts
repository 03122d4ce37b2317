import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createOutputChecker } from './output-check.ts';
import type { JsonObject, RawTool } from './types.ts';

const checker = createOutputChecker();
afterAll(() => checker.stop());

const tool = (outputSchema?: JsonObject): RawTool => ({
  index: 3,
  page: 0,
  name: 't',
  hints: {},
  icons: [],
  ui: { model: true, app: true },
  wire: {},
  enabled: true,
  findings: [],
  ...(outputSchema === undefined ? {} : { outputSchema }),
});
const codes = async (schema: JsonObject | undefined, result: JsonObject) => {
  const { violations, findings } = await checker.check(tool(schema), result);
  return { violations, codes: findings.map(({ code }) => code) };
};
const object = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

describe('output check', () => {
  it('passes what fits, integers beyond a double too', async () => {
    expect(await codes(object, { structuredContent: { n: 1 } })).toEqual({ violations: [], codes: [] });
    expect(await codes(object, { structuredContent: { n: 12345678901234567890n } })).toEqual({
      violations: [],
      codes: [],
    });
    expect(await codes({ type: 'array' }, { structuredContent: [] })).toEqual({ violations: [], codes: [] });
    expect(await codes(undefined, { content: [] })).toEqual({ violations: [], codes: [] });
  });

  it('names rule and place of a violation, never the value', async () => {
    const found = await checker.check(tool(object), { structuredContent: { n: 'SECRET' } });
    expect(found.violations).toEqual([{ code: 'type-error', pointer: '/n' }]);
    expect(found.findings).toMatchObject([
      { code: 'output-violates-schema', tool: 't', index: 3, pointer: '/n' },
    ]);
    expect(JSON.stringify(found)).not.toContain('SECRET');
  });

  it('misses structured content, but not of an error', async () => {
    expect(await codes(object, { content: [] })).toEqual({ violations: [], codes: ['output-missing'] });
    expect(await codes(object, { content: [], isError: true })).toEqual({ violations: [], codes: [] });
  });

  it.each([
    ['a made-up type', { type: 'json' }],
    ['a missing definition', { $ref: '#/$defs/no' }],
    ['a reference into the network', { $ref: 'https://schemas.invalid/s.json' }],
    ['a dialect nobody knows', { $schema: 'https://example.invalid/schema', type: 'object' }],
  ])('says that a schema with %s cannot be used', async (_what, schema) => {
    expect(await codes(schema, { structuredContent: {} })).toEqual({
      violations: [],
      codes: ['tool-output-schema-invalid'],
    });
  });

  it('fetches nothing that a schema refers to', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const at = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    for (const schema of [
      { $ref: `${at}/s.json` },
      { $schema: `${at}/dialect.json`, type: 'object' },
      { $id: `${at}/base/`, type: 'object', properties: { a: { $ref: 'other.json#/$defs/x' } } },
      { type: 'object', properties: { a: { $dynamicRef: `${at}/d.json#x` } } },
    ])
      await codes(schema, { structuredContent: { a: 1 } });
    server.close();
    expect(asked).toEqual([]);
  });

  it('stops a check that would not end, and checks on', async () => {
    const hostile = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+$' } } };
    expect(await codes(hostile, { structuredContent: { s: `${'a'.repeat(40)}!` } })).toEqual({
      violations: [],
      codes: ['schema-check-timeout'],
    });
    expect((await codes(object, { structuredContent: { n: 'x' } })).violations).toHaveLength(1);
  });

  it('leaves no listeners behind', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    for (let i = 0; i < 15; i += 1) await codes(object, { structuredContent: { n: i } });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('survives a schema that refers to itself', async () => {
    const { codes: found } = await codes({ $ref: '#' }, { structuredContent: {} });
    expect(found).toHaveLength(1);
  });
});
