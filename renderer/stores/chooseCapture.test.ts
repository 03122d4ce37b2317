import { describe, expect, it } from 'vitest';
import type { CaptureSummary } from '../../shared/contract.ts';
import { chooseCapture } from './chooseCapture.ts';

const summary = (capture: string, startedAt: string, live: boolean): CaptureSummary => ({
  capture,
  startedAt,
  live,
  name: capture,
  note: '',
  origin: 'probe',
  durationMs: 0,
  events: 0,
  threads: 0,
  calls: 0,
  attributed: 0,
  abstained: 0,
  bytes: 0,
});

describe('chooseCapture', () => {
  const captures = [
    summary('old-live', '2026-01-01T00:00:00.000Z', true),
    summary('new-live', '2026-01-02T00:00:00.000Z', true),
    summary('newest', '2026-01-03T00:00:00.000Z', false),
  ];

  it('takes what was asked for, then the newest live one, then the newest', () => {
    expect(chooseCapture(captures, 'old-live')).toBe('old-live');
    expect(chooseCapture(captures, 'gone')).toBe('new-live');
    expect(chooseCapture(captures.slice(2), undefined)).toBe('newest');
    expect(chooseCapture([], 'gone')).toBeUndefined();
  });
});
