import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPlace,
  home,
  parsePlace,
  sameThing,
  stages,
  viewNames,
  type Place,
  type Selection,
} from './place.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.isWellFormed());
const selection: fc.Arbitrary<Selection> = fc.oneof(
  fc.record({ kind: fc.constant('tool' as const), server: text, tool: text }),
  fc.record({
    kind: fc.constant('tool' as const),
    server: text,
    tool: text,
    stage: fc.constantFrom(...stages),
  }),
  fc.record({
    kind: fc.constantFrom(
      'call' as const,
      'window' as const,
      'response' as const,
      'item' as const,
      'thread' as const,
      'server' as const,
    ),
    id: text,
  }),
  fc.record({ kind: fc.constant('event' as const), seq: fc.nat() }),
);
const place: fc.Arbitrary<Place> = fc.record(
  { view: fc.constantFrom(...viewNames), part: text, capture: text, selection },
  { requiredKeys: ['view'] },
);

describe('places', () => {
  it('come back from an address as they went in', () => {
    fc.assert(
      fc.property(place, (value) => {
        expect(parsePlace(`#${formatPlace(value)}`)).toEqual(value);
      }),
    );
  });

  it.each(['', '#', '#/nowhere', '#token=abc', '#/pipeline2'])('%j leads home', (hash) => {
    expect(parsePlace(hash)).toEqual(home);
  });

  it('ignore a part or a selection that cannot be read', () => {
    expect(parsePlace('#/servers/%E0%A4%A?event=-1')).toEqual({ view: 'servers' });
  });
});

describe('sameThing', () => {
  it('does not mind the stage of a tool', () => {
    const tool = { kind: 'tool', server: 's', tool: 't' } as const;
    expect(sameThing({ ...tool, stage: 'exposure' }, { ...tool, stage: 'approval' })).toBe(true);
    expect(sameThing(tool, { ...tool, tool: 'other' })).toBe(false);
    expect(sameThing({ kind: 'call', id: 'x' }, { kind: 'window', id: 'x' })).toBe(false);
    expect(sameThing(undefined, undefined)).toBe(true);
  });
});
