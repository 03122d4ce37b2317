import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';
import { EVENT_MAX_BYTES } from './projections.ts';

const codex = profileOf('codex');
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png', _meta: { 'codex/imageDetail': 'low' } };

describe('codex projections', () => {
  it('shows the model structured content alone', () => {
    const { model, status } = codex.project(
      { content: [text('ignored')], structuredContent: { a: 1 }, _meta: { x: 1 } },
      { imageInput: true, wallMs: 76 },
    );
    expect(model.value).toBe('Wall time: 0.0760 seconds\nOutput:\n{"a":1}');
    expect(model).toMatchObject({ form: 'structured', lost: ['meta', 'content'] });
    expect(status).toBe('completed');
  });

  it('takes null structured content for none', () => {
    expect(codex.project({ content: [text('a')], structuredContent: null }, {}).model.value).toBe(
      '[{"type":"text","text":"a"}]',
    );
  });

  it('sends items when there is an image', () => {
    const { model } = codex.project(
      { content: [text('see'), image, { type: 'resource_link', uri: 'x:y' }] },
      { imageInput: true, wallMs: 1000 },
    );
    expect(model.value).toEqual([
      { type: 'input_text', text: 'Wall time: 1.0000 seconds\nOutput:\n' },
      { type: 'input_text', text: 'see' },
      { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'low' },
      { type: 'input_text', text: '{"type":"resource_link","uri":"x:y"}' },
    ]);
  });

  it('replaces images for a model without eyes', () => {
    const { model } = codex.project({ content: [image] }, { imageInput: false });
    expect(model.value).toBe(
      '[{"type":"text","text":"<image content omitted because you do not support image input>"}]',
    );
    expect(model.lost).toEqual(['images']);
  });

  it('cuts model text at the limit and a fifth, keeping head and tail', () => {
    const { model } = codex.project({ content: [text('x'.repeat(5000))] }, { modelMaxBytes: 1000 });
    expect(model.lost).toEqual(['text-cut']);
    expect(model.value).toMatch(/^\[\{"type":"text","text":"x+…\d+ bytes cut…x+"\}\]$/);
    const whole = codex.project({ content: [text('x'.repeat(1100))] }, { modelMaxBytes: 1000 });
    expect(whole.model.lost).toEqual([]);
  });

  it('folds the event copy above its limit and only then', () => {
    const frame = JSON.stringify({ content: [text('')] }).length;
    const exact = { content: [text('x'.repeat(EVENT_MAX_BYTES - frame))] };
    expect(codex.project(exact, {}).event).toMatchObject({
      form: 'content',
      bytes: EVENT_MAX_BYTES,
      value: exact,
    });
    const over = { content: [text('x'.repeat(EVENT_MAX_BYTES - frame + 1))], isError: true };
    const { event, status } = codex.project({ ...over, structuredContent: {}, _meta: {} }, {});
    expect(event).toMatchObject({
      form: 'folded',
      lost: ['content', 'text-cut', 'structured-content', 'meta'],
      value: { isError: true },
    });
    expect(event.value).not.toHaveProperty('structuredContent');
    expect(status).toBe('failed');
  });

  it('answers each kind of call with its own kind of item', () => {
    expect(codex.outputItem('function_call', 'c', 'o')).toEqual({
      type: 'function_call_output',
      call_id: 'c',
      output: 'o',
    });
    expect(codex.outputItem('custom_tool_call', 'c', 'o')).toEqual({
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: 'o',
    });
    expect(codex.errorOutput('unsupported call: x')).toMatchObject({
      value: 'unsupported call: x',
      form: 'error',
    });
  });
});

describe('codex projections by version', () => {
  it('history keeps 64 KiB in the newest and all in an older one (CX-7.20)', () => {
    const big = { content: [{ type: 'text', text: 'x'.repeat(100_000) }] };
    const kept = (version: string) =>
      profileOf('codex', version).project(big, { modelMaxBytes: 200_000 }).history;
    expect(kept('0.171.0')).toMatchObject({ bytes: 65_536, form: 'folded', rules: ['CX-7.20'] });
    expect(kept('0.154.0').bytes).toBeGreaterThan(100_000);
  });
});
