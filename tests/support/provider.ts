import { createParser } from 'eventsource-parser';
import { afterEach } from 'vitest';
import * as z from 'zod';
import {
  resolveHost,
  type HostId,
  type HostProfile,
  type HostSettings,
  type HostTool,
} from '../../shared/hosts/index.ts';
import { readScenario, type Scenario } from '../../shared/scenario.ts';
import { record } from './recording.ts';
import {
  createProvider,
  type Provider,
  type ProviderOptions,
} from '../../electron/runtime/provider/index.ts';

export const lookup: HostTool = {
  server: 'shape_probe',
  tool: 'lookup',
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
  annotations: { readOnlyHint: true },
};

export const profileOf = (id: HostId): HostProfile => {
  const found = resolveHost(id);
  if (found === undefined) throw new Error(`no profile ${id}`);
  return found.profile;
};

export const play = (roles: Record<string, unknown>, more: Record<string, unknown> = {}): Scenario => {
  const read = readScenario({
    scenario: 1,
    id: 'test',
    title: 'Test',
    describes: 'A test.',
    hosts: ['codex', 'claude'],
    roles,
    ...more,
  });
  if (!read.ok) throw new Error(`${read.fault.message} ${read.fault.cause}`);
  return read.value;
};

const open: Provider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

export async function start(id: HostId, scenario: Scenario, more: Partial<ProviderOptions> = {}) {
  const recording = record();
  const profile = profileOf(id);
  const settings: HostSettings = { modelClass: profile.defaultModelClass, ...more.settings?.() };
  const provider = await createProvider({
    recorder: recording.recorder,
    profile,
    scenario,
    registeredTools: () => [lookup],
    ...more,
    settings: () => settings,
  });
  if (!provider.ok) throw new Error(provider.fault.message);
  open.push(provider.value);
  return {
    ...recording,
    profile,
    settings,
    plan: profile.plan([lookup], settings),
    provider: provider.value,
  };
}

interface Streamed {
  readonly status: number;
  readonly events: { type: string; data: Record<string, unknown> }[];
}

export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
  heard: (type: string) => void = () => undefined,
): Promise<Streamed> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const events: Streamed['events'] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      events.push({ type: event, data: JSON.parse(data) });
      heard(event);
    },
  });
  const decoder = new TextDecoder();
  if (response.body !== null)
    for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
  return { status: response.status, events };
}

const Created = z.looseObject({ response: z.looseObject({ id: z.string() }) });

/** The id of a Responses stream, from its first event. */
export const responseId = ({ events }: Streamed): string => Created.parse(events[0]?.data).response.id;

export const codexIds = { 'session-id': 's-1', 'thread-id': 't-1' };
export const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] };
