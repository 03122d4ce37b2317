import { describe, expect, it } from 'vitest';
import { fakeResult, readSampling, resultText, textResult } from './sampling.ts';

const say = (text: string) => ({ role: 'user', content: { type: 'text', text } });

describe('a sampling request', () => {
  it('is read part by part', () => {
    const facts = readSampling({
      systemPrompt: 'Be short.',
      messages: [say('Hi'), { role: 'assistant', content: [{ type: 'text', text: 'a' }, { type: 'image' }] }],
      maxTokens: 10,
      modelPreferences: { hints: [{ name: 'small' }, { nothing: 1 }] },
      tools: [{ name: 'helper' }],
      includeContext: 'allServers',
    });
    expect(facts.system).toBe('Be short.');
    expect(facts.messages.map(({ role, blocks }) => [role, blocks.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
    ]);
    expect(Object.fromEntries(facts.rows.map(({ name, value }) => [name, value]))).toEqual({
      'at most': '10 tokens',
      'would like': 'small',
      'offers tools': 'helper',
      'wants context': 'allServers',
    });
  });

  it.each([undefined, null, [], 'text', { messages: 'no' }, { messages: [null, 7, {}], tools: {} }])(
    'that is %j is survived',
    (params) => {
      expect(() => readSampling(params)).not.toThrow();
      expect(fakeResult(params)).toMatchObject({ role: 'assistant', stopReason: 'endTurn' });
    },
  );
});

describe('the fake model', () => {
  it('answers the last message, the same each time', () => {
    const params = { messages: [say('first'), say('second')] };
    expect(resultText(fakeResult(params))).toBe('This is a synthetic answer to: second');
    expect(fakeResult(params)).toEqual(fakeResult(params));
  });

  it('keeps to a small limit and says so', () => {
    expect(fakeResult({ messages: [say('x')], maxTokens: 2 })).toMatchObject({
      content: { text: 'This is' },
      stopReason: 'maxTokens',
    });
  });

  it('uses a tool where one is required', () => {
    expect(
      fakeResult({ messages: [], tools: [{ name: 'helper' }], toolChoice: { mode: 'required' } }),
    ).toMatchObject({ content: { type: 'tool_use', name: 'helper' }, stopReason: 'toolUse' });
  });

  it('leaves a result whose text can be read back', () => {
    expect(resultText(textResult('a\n"b"'))).toBe('a\n"b"');
    expect(resultText({ content: { type: 'image' } })).toBeUndefined();
    expect(resultText({ content: [] })).toBeUndefined();
  });
});
