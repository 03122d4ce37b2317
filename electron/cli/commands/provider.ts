import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Event } from '../../../shared/event.ts';
import { type ToolRoute } from '../../../shared/hosts/index.ts';
import { readScenario, type Scenario } from '../../../shared/scenario.ts';
import { fail, type Result } from '../../../shared/fault.ts';
import type { EventLog } from '../../runtime/event-log.ts';
import { createProvider } from '../../runtime/provider/index.ts';
import { createRecorder } from '../../runtime/recorder.ts';
import { hostOf } from '../host.ts';
import { readInput, readJson } from '../input.ts';
import { print, printNdjson, refused, type ExitCode, type Io } from '../io.ts';
import { VERSION } from '../version.ts';

export interface ProviderCommandOptions {
  readonly script?: string;
  readonly port: number;
  readonly as: string;
  readonly json?: true;
}

const SERVER = 'shape_probe';

const greeting: Readonly<Record<string, unknown>> = {
  scenario: 1,
  id: 'greeting',
  title: 'A greeting',
  describes: 'One reply without a call.',
  hosts: ['codex', 'claude'],
  roles: { root: [[{ do: 'text', text: 'Hello from the fake provider.' }]] },
};

/** The fake model provider alone, until Ctrl-C: answers from a scenario and tells what it was asked. */
export async function provider(io: Io, options: ProviderCommandOptions): Promise<ExitCode> {
  const host = hostOf(io, options.as);
  if (!host.ok) return refused(io, host.fault);
  const scenario = await scenarioOf(io, options.script);
  if (!scenario.ok) return refused(io, scenario.fault);

  const recorder = createRecorder({
    capture: 'provider',
    name: 'Provider',
    writer: VERSION,
    simulated: false,
    openLog: () => passingLog(),
  });
  recorder.onEvent((event) => tell(io, event, options.json === true));
  const key = randomBytes(24).toString('base64url');
  const tools = toolsOf(scenario.value);
  const started = await createProvider({
    recorder,
    profile: host.value.profile,
    scenario: scenario.value,
    registeredTools: () => tools,
    defaultServer: SERVER,
    key,
    port: options.port,
  });
  if (!started.ok) return refused(io, started.fault);
  const { url } = started.value;
  if (options.json === true) printNdjson(io, { url, key });
  else {
    print(io, `The fake provider is at ${url}`);
    print(io, `Its API key is ${key}`);
  }
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await started.value.close();
  return 0;
}

async function scenarioOf(io: Io, file: string | undefined): Promise<Result<Scenario>> {
  if (file === undefined) return readScenario(greeting);
  const text = await readInput(io, file);
  if (!text.ok) return text;
  const json = readJson(text.value, file, 'scenario-not-json');
  if (!json.ok) return json;
  const scenario = readScenario(text.value);
  return scenario.ok
    ? scenario
    : fail(scenario.fault.code, `${file}: ${scenario.fault.message}`, scenario.fault);
}

/** The routes that the scenario calls: all that is known of the tools when no server is there. */
function toolsOf(scenario: Scenario): ToolRoute[] {
  const routes = new Map<string, ToolRoute>();
  const add = (call: { tool: string; server?: string | undefined }): void => {
    const route = { server: call.server ?? SERVER, tool: call.tool };
    routes.set(`${route.server}\0${route.tool}`, route);
  };
  for (const action of Object.values(scenario.roles).flat(2)) {
    if (action.do === 'call') add(action);
    if (action.do === 'parallel') action.calls.forEach(add);
  }
  return [...routes.values()];
}

/** Events are told as they come and not kept: this command may run for days. */
function passingLog(): EventLog {
  return {
    length: 0,
    bytes: 0,
    append: () => undefined,
    read: () => [],
    texts: () => undefined,
    close: () => Promise.resolve(),
  };
}

function tell(io: Io, event: Event, json: boolean): void {
  if (json) {
    printNdjson(io, event);
    return;
  }
  switch (event.kind) {
    case 'exchange.request':
      print(
        io,
        `${event.exchange}  ${event.method} ${event.route}  ${event.toolCount} tools, ${event.outputs.length} outputs`,
      );
      return;
    case 'response.item':
      print(
        io,
        `${event.exchange}  ${event.itemType}${event.carrier.kind === 'tool' ? ` for ${event.carrier.route.tool}` : ''}`,
      );
      return;
    case 'exchange.closed':
      print(
        io,
        `${event.exchange}  ${event.status ?? 'no status'}  ${event.bytes} bytes in ${Math.round(event.durationMs)} ms`,
      );
      return;
    default:
  }
}
