import { describe, expect, it } from 'vitest';
import { argumentsJsonOf, emptyDraft, withText, withValue } from './draft.ts';

describe('the draft of arguments', () => {
  it('keeps integers beyond a double in both directions', () => {
    const draft = withText(emptyDraft, '{"id": 9007199254740993}');
    expect(draft.value).toEqual({ id: 9007199254740993n });
    expect(withValue(draft.value).text).toContain('9007199254740993');
  });

  it('sends the text as typed, not a reprint of it', () => {
    const text = '{ "price": 1.50 }';
    expect(argumentsJsonOf(withText(emptyDraft, text))).toBe(text);
  });

  it('faults on invalid JSON and keeps the last valid value for the form alone', () => {
    const draft = withText(withValue({ a: 1 }), '{\n  "a": ');
    expect(draft.value).toEqual({ a: 1 });
    expect(draft.fault?.message).toBe('Not valid JSON at line 2, column 8.');
    expect(withText(draft, '{"a":2}').fault).toBeUndefined();
  });

  it.each(['[1]', '"text"', '12', 'null'])('refuses %s: arguments are an object', (text) => {
    expect(withText(emptyDraft, text).fault?.code).toBe('arguments-not-object');
  });

  it('refuses a number that would turn into null', () => {
    expect(withText(emptyDraft, '{"n":[1e400]}').fault?.code).toBe('arguments-number-too-large');
  });

  it('refuses what is too deep instead of failing', () => {
    expect(withText(emptyDraft, '{"a":'.repeat(200_000)).fault?.code).toMatch(
      /arguments-(too-deep|not-json)/,
    );
  });

  it('tells no arguments, an empty object, an empty text and a left-out member apart', () => {
    expect(argumentsJsonOf(withText(emptyDraft, '  '))).toBeUndefined();
    expect(argumentsJsonOf(emptyDraft)).toBe('{}');
    expect(withValue({ q: '', left: undefined }).text).toBe('{\n  "q": ""\n}');
    expect(argumentsJsonOf(withValue(undefined))).toBeUndefined();
    expect(withValue({ q: [undefined], left: undefined }).value).toEqual({ q: [null] });
    expect(Object.keys(Object(withValue({ left: undefined }).value))).toEqual([]);
  });
});
