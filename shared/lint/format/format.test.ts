import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinter, everyHost, junit, readToolList, RULES, sarif } from '../index.ts';

const list = {
  tools: [
    { name: 'get-it', description: '', inputSchema: { type: 'object', properties: {} } },
    { name: 'get.it', description: 'a < b & "c"\u0001', inputSchema: { type: 'null' } },
    {
      name: 'x'.repeat(140),
      inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '<b>' } } },
    },
  ],
};
const alarmsOf = (json: unknown, name = 'srv') => {
  const server = readToolList(name, json);
  if (server === undefined) throw new Error('not a list');
  return createLinter(everyHost()).lint([server]).alarms;
};

describe('SARIF', () => {
  const alarms = alarmsOf(list);
  const log = JSON.parse(JSON.stringify(sarif(alarms, { version: '1.2.3', artifact: 'src/my tools.ts' })));
  const [run] = log.runs;

  it('is one run of version 2.1.0 with every rule', () => {
    expect(Object.keys(log)).toEqual(['$schema', 'version', 'runs']);
    expect([log.version, log.runs.length]).toEqual(['2.1.0', 1]);
    expect(run.tool.driver).toMatchObject({ name: 'throughline lint', version: '1.2.3' });
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(RULES.map(({ code }) => code));
  });

  it('has results whose rule, level, message and places are as the format wants them', () => {
    expect(run.results).toHaveLength(alarms.length);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(['error', 'warning', 'note']).toContain(result.level);
      expect(result.message.text).toMatch(/\S/);
      const [place] = result.locations;
      expect(place.physicalLocation).toEqual({
        artifactLocation: { uri: 'src/my%20tools.ts' },
        region: { startLine: 1 },
      });
      for (const { fullyQualifiedName } of place.logicalLocations) expect(fullyQualifiedName).toMatch(/^srv/);
      expect(Object.values(result.partialFingerprints).every((value) => typeof value === 'string')).toBe(
        true,
      );
    }
    const prints = run.results.map(({ partialFingerprints }: { partialFingerprints: object }) =>
      JSON.stringify(partialFingerprints),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('names no file when none is known', () => {
    const bare = JSON.stringify(sarif(alarms, { version: '1' }));
    expect(bare).not.toContain('physicalLocation');
  });
});

/** As much of an XML parser as tells whether a text is well formed; returns the elements in order. */
function elements(xml: string): string[] {
  const open: string[] = [];
  const all: string[] = [];
  const rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '');
  const part = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let end = 0;
  for (const match of rest.matchAll(part)) {
    const [whole, closes, name = '', attributes = '', alone, text] = match;
    end = match.index + whole.length;
    for (const piece of [text ?? '', attributes]) {
      if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(piece)) throw new Error(`a bare & in ${piece}`);
    }
    if (text !== undefined) continue;
    if (closes === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes something else`);
    } else {
      all.push(name);
      if (alone !== '/') open.push(name);
    }
  }
  if (end !== rest.length || open.length > 0)
    throw new Error(`not well formed after ${end} of ${rest.length}`);
  return all;
}

describe('JUnit', () => {
  it('is well formed, one case a rule, and counts what fails', () => {
    const xml = junit(alarmsOf(list), { name: 'srv', failOn: 'warning' });
    const found = elements(xml);
    expect(found.slice(0, 3)).toEqual(['testsuites', 'testsuite', 'testcase']);
    expect(found.filter((name) => name === 'testcase')).toHaveLength(RULES.length);
    const failing = [...xml.matchAll(/<testcase [^>]*[^/]>\s*<failure /g)].length;
    expect(xml).toContain(`tests="${RULES.length}" failures="${failing}" errors="0"`);
    expect(failing).toBeGreaterThan(2);
    expect(junit(alarmsOf(list), { name: 'srv', failOn: 'error' })).not.toContain('type="warning"');
  });

  it('stays well formed whatever a server calls itself and its tools', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(hostile, hostile, hostile, (server, name, description) => {
        const xml = junit(alarmsOf({ tools: [{ name, description }] }, server), {
          name: server,
          failOn: 'info',
        });
        elements(xml);
        expect(xml).toBe(xml.toWellFormed());
        // oxlint-disable-next-line no-control-regex -- what XML cannot hold
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a kept list', () => {
  const names = (json: unknown) =>
    readToolList('srv', json)?.tools.map(({ tool, page }) => `${tool}/${page}`);

  it('is read in every form in which people keep one', () => {
    expect(names({ tools: [{ name: 'a' }] })).toEqual(['a/0']);
    expect(names({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a' }] } })).toEqual(['a/0']);
    expect(names([{ name: 'a' }, { name: 'b' }])).toEqual(['a/0', 'b/0']);
    expect(names([{ tools: [{ name: 'a' }], nextCursor: 'x' }, { tools: [{ name: 'b' }] }])).toEqual([
      'a/0',
      'b/1',
    ]);
    expect(names([])).toEqual([]);
  });

  it('is not read out of anything else, and entries without a name are passed over', () => {
    expect(names('tools')).toBeUndefined();
    expect(names({ tools: 'none' })).toBeUndefined();
    expect(names({ tools: [{ title: 'x' }, null, { name: 'a' }] })).toEqual(['a/0']);
  });
});
