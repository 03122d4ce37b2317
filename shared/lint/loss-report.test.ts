import { describe, expect, it } from 'vitest';
import { factOf, type HostTool } from '../hosts/index.ts';
import { everyHost, lossReport, type LintHost } from './index.ts';

const tool: HostTool = {
  server: 'srv',
  tool: 'get-it',
  title: 'Get it',
  description: 'x'.repeat(5000),
  inputSchema: { type: 'object', properties: { limit: { type: 'integer', maximum: 3 } } },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  page: 1,
};

const report = (host: LintHost, one: HostTool = tool) => {
  const plan = host.profile.plan([one], host.settings);
  const [row] = plan.rows;
  if (row === undefined) throw new Error('no row');
  return new Map(lossReport(host, plan, one, row).map((line) => [line.item, line]));
};
const of = (id: string, one?: HostTool) => {
  const host = everyHost().find(({ profile }) => profile.id === id);
  if (host === undefined) throw new Error(`no host ${id}`);
  return report(host, one);
};
const fates = (id: string, one?: HostTool) =>
  Object.fromEntries([...of(id, one)].map(([item, { fate }]) => [item, fate]));

describe('the loss report', () => {
  it('says part by part what becomes of a tool', () => {
    expect(fates('codex')).toMatchObject({
      name: 'changed',
      description: 'kept',
      keywords: 'lost',
      title: 'lost',
      annotations: 'lost',
      outputSchema: 'lost',
      pages: 'kept',
    });
    expect(fates('claude', { ...tool, meta: { 'anthropic/alwaysLoad': true } })).toMatchObject({
      name: 'kept',
      description: 'lost',
      keywords: 'kept',
      instructions: 'changed',
    });
    expect(fates('gemini')).toMatchObject({ pages: 'lost', instructions: 'kept' });
    expect(of('codex').get('keywords')?.says).toBe('without maximum');
    expect(of('cline').get('instructions')).toMatchObject({
      fate: 'lost',
      says: 'not passed on',
      grade: 'measured',
    });
  });

  it('tells what was never there from what is lost', () => {
    expect(fates('claude', { server: 'srv', tool: 'a', inputSchema: { type: 'object' } })).toMatchObject({
      description: 'none',
      title: 'none',
      annotations: 'none',
      outputSchema: 'none',
    });
  });

  it('rests on facts of the host itself, at every host', () => {
    for (const host of everyHost()) {
      const lines = [...report(host).values()];
      expect(lines.filter(({ fate, rules }) => fate !== 'kept' && rules.length === 0)).toEqual([]);
      for (const { rules } of lines) {
        for (const rule of rules) expect(factOf(rule)?.host).toBe(host.profile.id);
      }
    }
  });
});
