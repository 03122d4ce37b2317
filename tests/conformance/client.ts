// The program that the public conformance suite starts: one scenario, headless, through the same runtime as everything else.
// Usage: node tests/conformance/client.ts [--era auto|legacy|modern] URL
import { parseArgs } from 'node:util';
import { ServerConfig } from '../../shared/contract.ts';
import { faultLine, type Result } from '../../shared/fault.ts';
import { isObject } from '../../shared/json.ts';
import { memoryLog } from '../../electron/runtime/event-log.ts';
import type { Answerer } from '../../electron/runtime/mcp/answerer.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import type { Connection, JsonObject, RawTool } from '../../electron/runtime/mcp/types.ts';
import { createRecorder } from '../../electron/runtime/recorder.ts';
import { authorizerFor } from './oauth.ts';

const { values, positionals } = parseArgs({
  options: { era: { type: 'string', default: 'auto' } },
  allowPositionals: true,
});
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.fault.code}: ${faultLine(result.fault)}`);
  return result.value;
};

/** What a form holds before anybody types: the defaults of its schema. */
const defaultsOf = (schema: JsonObject): JsonObject => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) && property['default'] !== undefined ? [[name, property['default']]] : [],
    ),
  );
};

const answerer: Answerer = {
  elicit: (asked) =>
    Promise.resolve(
      asked.mode === 'form'
        ? { action: 'accept', content: defaultsOf(asked.schema), by: 'scenario' }
        : { action: 'decline', by: 'scenario' },
    ),
  sample: () =>
    Promise.resolve({
      action: 'accept',
      result: { role: 'assistant', model: 'none', content: { type: 'text', text: 'Good day.' } },
      by: 'scenario',
    }),
  roots: () => [{ uri: 'file:///tmp' }],
};

const recorder = createRecorder({
  capture: 'conformance',
  name: 'Conformance',
  writer: '0.0.0',
  simulated: false,
  openLog: () => memoryLog(),
});

const call = async (connection: Connection, tool: string, args?: JsonObject): Promise<void> => {
  const outcome = await connection.callTool({
    call: recorder.gate.local('call'),
    tool,
    origin: 'user',
    timeoutMs: 20_000,
    ...(args === undefined ? {} : { args }),
  });
  console.error(tool, outcome.outcome, outcome.fault === undefined ? '' : faultLine(outcome.fault));
};

/** Something for every required argument. */
const samples: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 7,
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
};
const sampleArguments = (tool: RawTool): JsonObject => {
  const properties = tool.inputSchema?.['properties'];
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
      const { type, default: given } = isObject(property) ? property : {};
      return [name, given ?? samples[typeof type === 'string' ? type : 'string'] ?? null];
    }),
  );
};

/** The calls that a scenario asks for in its context, or one of every tool that may be called. */
const callAll = async (connection: Connection, tools: readonly RawTool[]): Promise<void> => {
  const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const wanted = isObject(context) ? context['toolCalls'] : undefined;
  if (Array.isArray(wanted)) {
    for (const entry of wanted) {
      const { name, arguments: args } = isObject(entry) ? entry : {};
      if (typeof name === 'string') await call(connection, name, isObject(args) ? args : undefined);
    }
    return;
  }
  for (const tool of tools.filter(({ enabled }) => enabled)) {
    await call(connection, tool.name, sampleArguments(tool));
  }
};

const play = async (connection: Connection): Promise<void> => {
  const { tools } = valueOf(await connection.listTools());
  switch (scenario) {
    case 'tools_call':
      return call(connection, 'add_numbers', { a: 5, b: 3 });
    case 'json-schema-2020-12-preservation': {
      const [focal, echo] = tools;
      return focal === undefined || echo === undefined
        ? undefined
        : call(connection, echo.name, { schema: focal.inputSchema });
    }
    default:
      return callAll(connection, tools);
  }
};

const connected = await connectServer({
  config: ServerConfig.parse({
    name: 'conformance',
    era: values.era,
    transport: { kind: 'http', url: positionals[0] ?? '', headers: {} },
  }),
  recorder,
  instance: recorder.gate.instance(recorder.gate.server('conformance'), 1),
  version: '0.0.0',
  answerer,
  authorizer: authorizerFor(scenario, positionals[0] ?? '', process.env['MCP_CONFORMANCE_CONTEXT']),
});
if (connected.ok) {
  await play(connected.value);
  await connected.value.close();
} else {
  console.error(`${connected.fault.code}: ${faultLine(connected.fault)}`);
  process.exitCode = 1;
}
