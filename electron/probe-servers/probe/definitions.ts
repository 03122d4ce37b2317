/** The probe's tools exactly as they go over the wire; both eras list these objects. */

const query = { type: 'string', description: 'Synthetic query.' };
const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The published probe's only tool; every byte of it matters. */
const lookup = {
  name: 'lookup',
  title: 'Synthetic Lookup',
  description: 'Looks up one synthetic record.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Synthetic query.' },
      limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { title: 'Synthetic Lookup', ...hints },
};

const recordList = {
  type: 'object',
  properties: {
    total: { type: 'integer', minimum: 0 },
    records: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, title: { type: 'string' } },
        required: ['id', 'title'],
        additionalProperties: false,
      },
    },
  },
  required: ['total', 'records'],
  additionalProperties: false,
};

export const tools = [
  lookup,
  {
    name: 'slow_lookup',
    title: 'Slow Lookup',
    description: 'Looks up one synthetic record after a delay.',
    inputSchema: {
      type: 'object',
      properties: {
        query,
        delayMs: {
          type: 'integer',
          minimum: 0,
          maximum: 60_000,
          default: 1000,
          description: 'Delay in milliseconds.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { title: 'Slow Lookup', ...hints },
  },
  {
    name: 'failing_lookup',
    title: 'Failing Lookup',
    description: 'Always fails with a tool error.',
    inputSchema: { type: 'object', properties: { query }, required: ['query'], additionalProperties: false },
    annotations: { title: 'Failing Lookup', ...hints },
  },
  {
    name: 'structured_lookup',
    title: 'Structured Lookup',
    description: 'Looks up synthetic records and returns them as structured content.',
    inputSchema: {
      type: 'object',
      properties: {
        query,
        valid: {
          type: 'boolean',
          default: true,
          description: 'Whether the result keeps to its outputSchema.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: recordList,
    annotations: { title: 'Structured Lookup', ...hints },
  },
  {
    name: 'image_lookup',
    title: 'Image Lookup',
    description: 'Returns a small picture.',
    inputSchema: { type: 'object', properties: { query }, required: ['query'], additionalProperties: false },
    annotations: { title: 'Image Lookup', ...hints },
  },
  {
    name: 'huge_lookup',
    title: 'Huge Lookup',
    description: 'Returns a text of the given size.',
    inputSchema: {
      type: 'object',
      properties: { bytes: { type: 'integer', minimum: 1, maximum: 50_000_000, default: 1_500_000 } },
      additionalProperties: false,
    },
    annotations: { title: 'Huge Lookup', ...hints },
  },
  {
    name: 'progress_lookup',
    title: 'Progress Lookup',
    description: 'Looks up one synthetic record and reports progress on the way.',
    inputSchema: {
      type: 'object',
      properties: {
        query,
        steps: { type: 'integer', minimum: 1, maximum: 100, default: 4 },
        stepMs: { type: 'integer', minimum: 0, maximum: 10_000, default: 100 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { title: 'Progress Lookup', ...hints },
  },
  {
    name: 'delete_record',
    title: 'Delete Record',
    description: 'Deletes one synthetic record.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Id of the record.' },
        reason: { type: 'string', description: 'Why it is deleted.' },
        cascade: { type: 'boolean', default: false, description: 'Delete what belongs to it too.' },
      },
      required: ['id', 'reason'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Delete Record',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  },
  {
    name: 'unannotated_lookup',
    description: 'Looks up one synthetic record and says nothing of itself.',
    inputSchema: { type: 'object', properties: { query }, required: ['query'] },
  },
] as const;

/** Appears while the server runs, when it was started with --list-changed. */
export const lateTool = {
  name: 'late_lookup',
  title: 'Late Lookup',
  description: 'Looks up one synthetic record; was not there from the start.',
  inputSchema: { type: 'object', properties: { query }, required: ['query'], additionalProperties: false },
  annotations: { title: 'Late Lookup', ...hints },
};

/** Listed with --broken-tool: its schema is not valid. */
export const brokenTool = {
  name: 'broken_lookup',
  description: 'Has an inputSchema that is no valid schema.',
  inputSchema: { type: 'object', properties: { query: { type: 'text' } } },
};

/** Sixteen by sixteen pixels of two colours, PNG in base64. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAOklEQVR42mOIqfkFRxJSKnCES5yBJNUxNb8YSFIN1UC8apAGklSjaCDS9wwkqYZqIClkGUbjYVDEAwBmyhQQY+OotwAAAABJRU5ErkJggg==';
