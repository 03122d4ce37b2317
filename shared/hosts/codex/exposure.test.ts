import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodexModel, Surface } from '../types.ts';
import { CODEX_MODELS, exposurePolicy, isDeclared, isModelVisible, reachOf } from './exposure.ts';

const { direct, search, exec } = CODEX_MODELS;
const all: Surface[] = ['direct', 'deferred', 'code_mode'];

const rows: [string, CodexModel, Surface[], boolean, string, string][] = [
  ['search on, nothing omitted', search, [], false, 'deferred', 'search-on'],
  ['search off', direct, [], false, 'direct', 'search-off'],
  ['search on, deferred omitted', search, ['deferred'], false, 'direct', 'deferred-omitted'],
  ['search on, code mode omitted', search, ['code_mode'], false, 'deferredModelOnly', 'code-mode-omitted'],
  ['code mode only, code mode omitted', exec, ['code_mode'], false, 'directModelOnly', 'code-mode-omitted'],
  ['all omitted', search, all, false, 'hidden', 'all-surfaces-omitted'],
  ['code mode only', exec, [], false, 'deferred', 'search-on'],
  ['direct-only namespace', exec, [], true, 'directModelOnly', 'direct-only-namespace'],
  ['direct-only namespace, direct omitted', search, ['direct'], true, 'hidden', 'all-surfaces-omitted'],
  ['search off, direct omitted', direct, ['direct'], false, 'codeModeOnly', 'only-code-mode-left'],
  [
    'search off, only deferred left',
    direct,
    ['direct', 'code_mode'],
    false,
    'hidden',
    'all-surfaces-omitted',
  ],
  ['search off, code mode omitted', direct, ['code_mode'], false, 'directModelOnly', 'search-off'],
];

describe('codex exposure', () => {
  it.each(rows)('%s', (_name, model, omit, directOnly, exposure, reason) => {
    expect(exposurePolicy({ model, omit, directOnly })).toMatchObject({ exposure, reason });
  });

  it('never leaves both direct and deferred, and hides only when no surface is left', () => {
    fc.assert(
      fc.property(
        fc.record({
          model: fc.record({
            toolMode: fc.constantFrom('direct', 'codeMode', 'codeModeOnly'),
            search: fc.boolean(),
            lite: fc.boolean(),
          }),
          omit: fc.subarray(all),
          directOnly: fc.boolean(),
        }),
        (input) => {
          const { exposure } = exposurePolicy(input);
          const nothingSaid = input.omit.length === 0 && !input.directOnly;
          expect(nothingSaid && exposure === 'hidden').toBe(false);
          expect(!input.model.search && exposure.startsWith('deferred')).toBe(false);
          const nestable = ['direct', 'deferred', 'codeModeOnly'].includes(exposure);
          expect(input.omit.includes('code_mode') && nestable).toBe(false);
        },
      ),
    );
  });

  it('reads ui.visibility as the hosts do', () => {
    expect(isModelVisible(undefined)).toBe(true);
    expect(isModelVisible({ ui: {} })).toBe(true);
    expect(isModelVisible({ ui: { visibility: 'app' } })).toBe(true);
    expect(isModelVisible({ ui: { visibility: ['app', 'model'] } })).toBe(true);
    expect(isModelVisible({ ui: { visibility: ['app'] } })).toBe(false);
    expect(isModelVisible({ ui: { visibility: [] } })).toBe(false);
  });

  it('declares direct tools except in code mode only', () => {
    expect(isDeclared('direct', direct)).toBe(true);
    expect(isDeclared('direct', exec)).toBe(false);
    expect(isDeclared('directModelOnly', exec)).toBe(true);
    expect(isDeclared('deferred', search)).toBe(false);
  });

  it('names the way to an undeclared tool', () => {
    expect(reachOf('deferred', search)).toBe('search');
    expect(reachOf('deferred', exec)).toBe('exec');
    expect(reachOf('direct', exec)).toBe('exec');
    expect(reachOf('deferredModelOnly', exec)).toBe('none');
    expect(reachOf('codeModeOnly', direct)).toBe('none');
    expect(reachOf('hidden', direct)).toBe('none');
    expect(reachOf('absent', direct)).toBe('none');
  });
});
