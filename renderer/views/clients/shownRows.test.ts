import { describe, expect, it } from 'vitest';
import { ShapesDocument, Shape } from '../../../shared/shapes/document.ts';
import { shownRows } from './shownRows.ts';

const absent = (tool: string, behind: string | null = 'exec'): Shape =>
  Shape.parse({ form: 'absent', server: 'shape_probe', tool, deferral: 'exec', behind });
const flat = (tool: string): Shape =>
  Shape.parse({
    form: 'flat',
    server: 'shape_probe',
    tool,
    path: '$.tools[0]',
    name: tool,
    by: 'profile',
    kept: ['name', 'description'],
    otherKeys: [],
    dropped: ['title'],
    deferral: 'none',
    description: 'verbatim',
    schema: 'verbatim',
  });

const documentOf = (requests: readonly { thread: number | null; tools: Shape[] }[]): ShapesDocument =>
  ShapesDocument.parse({
    throughline: 'shapes',
    schema: 1,
    run: {
      writer: null,
      simulated: false,
      client: 'codex',
      version: null,
      modelClass: null,
      scenario: null,
      metaWithheld: false,
      wires: [],
      platform: null,
      arch: null,
      networkIsolated: null,
    },
    requests: requests.map(({ thread, tools }, at) => ({
      number: at + 1,
      exchange: `exchange:${at + 1}`,
      thread,
      t: at,
      method: 'POST',
      route: '/v1/responses',
      wire: 'responses',
      transport: 'http',
      bytes: 1,
      toolCount: tools.length,
      prewarm: false,
      side: false,
      continues: false,
      outputs: 0,
      tools,
      envelopes: [],
      answer: { state: 'completed', code: null, status: null },
    })),
    counts: [],
    headers: [],
    servers: [],
    threads: [],
    calls: [],
    reported: [],
    end: null,
    prediction: { profile: null, nearest: false, modelClass: null, rows: [] },
    findings: [],
  });

describe('what was shown, in lines', () => {
  it('has one line for requests in a row that show a tool alike, and a new one when that changes', () => {
    const rows = shownRows(
      documentOf([
        { thread: 1, tools: [absent('lookup')] },
        { thread: 1, tools: [absent('lookup')] },
        { thread: 1, tools: [flat('lookup')] },
        { thread: 1, tools: [absent('lookup')] },
      ]),
    );
    expect(rows.map(({ requests, shape }) => [requests, shape.form])).toEqual([
      ['1–2', 'absent'],
      ['3', 'flat'],
      ['4', 'absent'],
    ]);
  });

  it('keeps threads and tools apart', () => {
    const rows = shownRows(
      documentOf([
        { thread: 1, tools: [absent('lookup'), absent('other')] },
        { thread: 2, tools: [absent('lookup')] },
        { thread: 1, tools: [absent('lookup'), absent('other', null)] },
      ]),
    );
    expect(rows.map(({ requests, thread, shape }) => [requests, thread, shape.tool])).toEqual([
      ['1–3', 1, 'lookup'],
      ['1', 1, 'other'],
      ['2', 2, 'lookup'],
      ['3', 1, 'other'],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('says which keys were kept and which dropped', () => {
    const [row] = shownRows(documentOf([{ thread: null, tools: [flat('lookup')] }]));
    expect(row).toMatchObject({
      path: '$.tools[0]',
      kept: 'name, description',
      dropped: 'title',
      schema: 'verbatim',
    });
  });
});
