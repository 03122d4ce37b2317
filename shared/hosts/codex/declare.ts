import { compareBytes } from '../text.ts';
import { routeKey } from '../route.ts';
import type { Declaration, DeclareOptions, Envelope, RuleRef } from '../types.ts';
import type { CodexStep, PlannedTool } from './step.ts';
import { codexSchema, type SchemaRules } from './schema.ts';
import { toolDeclaration } from './typescript.ts';
import {
  CODEX_ENVELOPES,
  codeModeSpecs,
  collaborationSpec,
  namespaceDescription,
  namespaceSpecs,
  questionSpecs,
  toolSearchSpec,
  type WireTool,
} from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

export function toWireTool({ row, tool }: PlannedTool, rules: SchemaRules): WireTool {
  return {
    namespace: row.namespace ?? '',
    name: row.name,
    description: tool.description ?? '',
    parameters: codexSchema(tool.inputSchema, rules).schema,
  };
}

/**
 * What the first request of a step declares. Not Lite: `tools[]` and `instructions`. Lite: the tools travel as the
 * first input item, the instructions as the second, and neither field exists (CX-5.23).
 */
export function codexDeclare(step: CodexStep, options: DeclareOptions): Declaration {
  const { model } = step;
  const declared = step.planned.filter(({ row }) => row.declared);
  const namespaces = namespaceSpecs(
    declared
      .map((one) => toWireTool(one, step.schemaRules(one.row.server)))
      .toSorted((left, right) => compareBytes(left.namespace, right.namespace)),
    (namespace) => {
      const one = declared.find(({ row }) => row.namespace === namespace);
      return namespaceDescription(namespace, step.settings.servers?.[one?.row.server ?? '']?.instructions);
    },
    'declared',
  );
  const top = model.toolMode === 'direct' ? questionSpecs() : codeModeSpecs(execDocs(step));
  const wraps = model.lite && step.version.wrapsTopLevel;
  const before: Json[] = wraps
    ? [{ type: 'namespace', name: 'functions', description: 'Tools of the client itself.', tools: top }]
    : [...top];
  if (options.agents !== false) before.push(collaborationSpec());
  const search = searchSpec(step);
  if (search !== undefined) before.push(search);
  const list = [...before, ...namespaces.map((one) => one.spec)];
  const base = model.lite ? '$.input[0].tools' : '$.tools';

  const routeOfPair = new Map(declared.map(({ row }) => [`${row.namespace}\0${row.name}`, routeKey(row)]));
  const paths = new Map<string, string>();
  for (const [outer, { tools }] of namespaces.entries()) {
    for (const [inner, tool] of tools.entries()) {
      const key = routeOfPair.get(`${tool.namespace}\0${tool.name}`);
      if (key !== undefined) paths.set(key, `${base}[${before.length + outer}].tools[${inner}]`);
    }
  }
  return {
    body: model.lite ? liteBody(list, options.instructions) : fullBody(list, options.instructions),
    paths,
    envelopes: envelopePaths(before, base),
    rules: rulesOf(step),
  };
}

function fullBody(tools: readonly Json[], instructions: string | undefined): Json {
  return {
    ...(instructions === undefined ? {} : { instructions }),
    tools,
    tool_choice: 'auto',
    parallel_tool_calls: true,
  };
}

function liteBody(tools: readonly Json[], instructions: string | undefined): Json {
  const input: Json[] = [{ type: 'additional_tools', role: 'developer', tools }];
  if (instructions !== undefined) {
    input.push({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: instructions }] });
  }
  return { input, tool_choice: 'auto', parallel_tool_calls: false };
}

/** Present when something can be found by it; code mode only hides it (CX-5.10). */
function searchSpec(step: CodexStep): Json | undefined {
  const { model } = step;
  if (!model.search || model.toolMode === 'codeModeOnly') return undefined;
  const servers = new Map<string, string>();
  for (const { row } of step.planned) {
    if (row.reach === 'search') servers.set(row.server, row.namespace ?? row.server);
  }
  if (servers.size === 0) return undefined;
  if (!step.version.listsSearchSources) return toolSearchSpec(undefined);
  return toolSearchSpec(
    [...servers].map(([server, namespace]) => ({
      name: server,
      description: namespaceDescription(namespace, step.settings.servers?.[server]?.instructions),
    })),
  );
}

/** Declarations of direct nested tools; deferred ones are left out, and the text says so when there are any (CX-5.33). */
function execDocs(step: CodexStep) {
  const declarations = step.planned.flatMap(({ row, tool }) =>
    (row.exposure === 'direct' || row.exposure === 'codeModeOnly') && row.codeMode !== undefined
      ? [
          toolDeclaration(
            row.codeMode,
            codexSchema(tool.inputSchema, step.schemaRules(row.server)).schema,
            tool.outputSchema,
            step.version.writesReferences,
          ),
        ]
      : [],
  );
  return {
    declarations,
    omitsDeferred: step.model.search && step.planned.some(({ row }) => row.exposure === 'deferred'),
  };
}

function envelopePaths(specs: readonly Json[], base: string): (Envelope & { path: string })[] {
  return specs.flatMap((spec, outer) => {
    const inner = spec['tools'];
    const places: [unknown, string][] = Array.isArray(inner)
      ? inner.map((one: unknown, index) => [one, `${base}[${outer}].tools[${index}]`])
      : [[spec, `${base}[${outer}]`]];
    return places.flatMap(([one, path]) => {
      const own = CODEX_ENVELOPES.find((candidate) => candidate.name === wireName(one));
      return own === undefined ? [] : [{ ...own, path }];
    });
  });
}

function wireName(spec: unknown): string | undefined {
  if (typeof spec !== 'object' || spec === null) return undefined;
  if ('name' in spec && typeof spec.name === 'string') return spec.name;
  return 'type' in spec && spec.type === 'tool_search' ? 'tool_search' : undefined;
}

function rulesOf({ model }: CodexStep): RuleRef[] {
  const rules: RuleRef[] = ['CX-5.2', 'CX-5.20'];
  if (model.lite) rules.push('CX-5.23', 'CX-5.24', 'CX-90.01');
  else if (model.search) rules.push('CX-5.4', 'CX-90.02');
  else rules.push('CX-90.03');
  if (model.toolMode !== 'direct') rules.push('CX-5.30', 'CX-5.33');
  return rules;
}
