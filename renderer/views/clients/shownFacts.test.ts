import { describe, expect, it } from 'vitest';
import { ClientId } from '../../../shared/contract.ts';
import { formPhrase, predictedFacts, schemaPhrase } from './shownFacts.ts';

describe('what a profile says without a run', () => {
  it('is said of every client that can be probed', () => {
    const phrases = ClientId.options.map((id) => {
      const facts = predictedFacts(id, undefined);
      return [id, facts && formPhrase(facts)];
    });
    expect(Object.fromEntries(phrases)).toEqual({
      claude: 'nameOnly',
      codex: 'behind exec',
      gemini: 'functionDeclaration',
      opencode: 'chatFunction',
      qwen: 'nameOnly',
      copilot: 'chatFunction',
      cline: 'chatFunction',
      continue: 'chatFunction',
    });
  });

  it('depends on the model class', () => {
    const facts = predictedFacts('codex', '0.154.0', 'direct');
    expect(facts && formPhrase(facts)).toBe('namespaced');
  });

  it('is nothing of one that is not known', () => {
    expect(predictedFacts('unheard-of', undefined)).toBeUndefined();
  });
});

describe('phrases', () => {
  it('say how the model comes to a tool', () => {
    const say = (first: object, searched?: object) => formPhrase({ first, searched, joins: [] });
    expect(say({ form: 'flat', deferral: 'none' })).toBe('flat');
    expect(say({ form: 'absent', deferral: 'exec', behind: 'exec' })).toBe('behind exec');
    expect(say({ form: 'absent', behind: null })).toBe('absent');
    expect(say({ form: 'nameOnly' }, { form: 'flat' })).toBe('nameOnly, then flat');
    expect(say({ form: 'namespaced', deferral: 'deferLoading' })).toBe('namespaced, deferred');
    expect(say({})).toBe('not shown');
  });

  it('count what became of a schema', () => {
    expect(schemaPhrase('same')).toBe('same');
    expect(schemaPhrase(null)).toBe('–');
    expect(schemaPhrase('rewritten')).toBe('rewritten');
    expect(schemaPhrase('rewritten +/a -/properties/limit/minimum -/title ~/type')).toBe(
      '2 dropped, 1 added, 1 changed',
    );
  });
});
