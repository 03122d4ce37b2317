import { describe, expect, it } from 'vitest';
import { promptArguments, readDefinition } from './definition.ts';

describe('readDefinition', () => {
  it.each(['', 'null', '7', '[]', '{"title":7,"icons":"x","arguments":{}}', '{'])('survives %j', (json) => {
    const definition = readDefinition(json);
    expect(definition.text('title')).toBeUndefined();
    expect(definition.icons).toEqual([]);
    expect(promptArguments(definition)).toEqual([]);
  });

  it('tells of icons as text', () => {
    const icons = [{ src: 'javascript:alert(1)' }, { src: 7 }, null];
    expect(readDefinition(JSON.stringify({ icons })).icons).toEqual([
      'javascript:alert(1)',
      'without an address',
      'without an address',
    ]);
  });
});

describe('promptArguments', () => {
  it('leaves out what cannot be given, and a name that comes again', () => {
    const list = [
      { name: 'a', required: 'yes' },
      'b',
      { title: 'nameless' },
      { name: 'a' },
      { name: 'c', required: true, title: 'C', description: 'See.' },
    ];
    expect(promptArguments(readDefinition(JSON.stringify({ arguments: list })))).toEqual([
      { name: 'a', required: false, title: undefined, description: undefined },
      { name: 'c', required: true, title: 'C', description: 'See.' },
    ]);
  });
});
