import { isObject } from '../../json.ts';
import { RouteMap } from '../route.ts';
import { toolFilter } from '../filter.ts';
import { absentDecision, exposureRow, NO_FINDINGS, withFinding, type Decision } from '../rows.ts';
import type {
  AssumptionCode,
  CodexModel,
  ExposureReason,
  HostPlan,
  HostSettings,
  HostTool,
  ModelClass,
  NameRow,
  RuleRef,
  ToolRoute,
} from '../types.ts';
import { codexDeclare } from './declare.ts';
import { CODEX_MODELS, exposurePolicy, isDeclared, isModelVisible, reachOf } from './exposure.ts';
import { codexLosses } from './losses.ts';
import { codexNames } from './names.ts';
import { codexRoutes } from './routes.ts';
import { codexSearch } from './search-answer.ts';
import { codexSchema } from './schema.ts';
import { schemaRulesOf, type CodexStep, type PlannedTool } from './step.ts';
import { toolDeclaration } from './typescript.ts';
import type { CodexVersion } from './versions.ts';

/** Everything that Codex makes of one tool list for one sampling step. */
export function codexPlan(
  version: CodexVersion,
  tools: readonly HostTool[],
  settings: HostSettings,
): HostPlan {
  const modelClass = codexClass(settings.modelClass);
  const assumed: AssumptionCode[] = settings.modelClass === modelClass ? [] : ['model-class'];
  const model: CodexModel = { ...CODEX_MODELS[modelClass], ...definedModel(settings.model) };
  const planned = planTools(version, tools, settings, model, assumed);
  const step: CodexStep = {
    version,
    settings,
    model,
    schemaRules: schemaRulesOf(version, settings),
    planned,
  };
  const byRoute = new RouteMap<PlannedTool>();
  for (const one of planned) if (one.row.dropped !== true) byRoute.set(one.row, one);
  let routes: ReturnType<typeof codexRoutes> | undefined;
  let search: HostPlan['search'] | undefined;
  let findings: HostPlan['findings'] | undefined;

  return {
    host: { id: 'codex', version: version.version },
    modelClass,
    rows: planned.map((one) => one.row),
    assumed,
    get findings() {
      return (findings ??= planned.flatMap((one) => one.row.findings));
    },
    losses: (route) => {
      const one = byRoute.get(route);
      return one && codexLosses(one, step.schemaRules(one.tool.server));
    },
    declare: (options = {}) => codexDeclare(step, options),
    search: (query) => (search ??= codexSearch(step))(query),
    routesOf: (observed) => (routes ??= codexRoutes(planned)).routesOf(observed),
    codeModeRoute: (name) => (routes ??= codexRoutes(planned)).codeModeRoute(name),
    codeModeText: (route) => {
      const one = byRoute.get(route);
      if (one?.row.codeMode === undefined) return undefined;
      return codeModeText(step, one.row.codeMode, one.tool);
    },
  };
}

/** Description, the server's instructions in the version's order, and the declaration (CX-90.12). */
function codeModeText({ version, settings, schemaRules }: CodexStep, name: string, tool: HostTool): string {
  const { schema } = codexSchema(tool.inputSchema, schemaRules(tool.server));
  const own = tool.description ?? '';
  const instructions = settings.servers?.[tool.server]?.instructions ?? '';
  const texts = instructions === '' ? [own] : [instructions, own];
  if (version.codeModeText === 'tool-first') texts.reverse();
  return [...texts, toolDeclaration(name, schema, tool.outputSchema, version.writesReferences)].join('\n\n');
}

function codexClass(asked: ModelClass | undefined): Exclude<ModelClass, 'flat'> {
  return asked === undefined || asked === 'flat' ? 'exec' : asked;
}

function definedModel(model: HostSettings['model']): Partial<CodexModel> {
  return {
    ...(model?.toolMode === undefined ? {} : { toolMode: model.toolMode }),
    ...(model?.search === undefined ? {} : { search: model.search }),
    ...(model?.lite === undefined ? {} : { lite: model.lite }),
  };
}

function planTools(
  version: CodexVersion,
  tools: readonly HostTool[],
  settings: HostSettings,
  model: CodexModel,
  assumed: readonly AssumptionCode[],
): PlannedTool[] {
  const isAllowed = (tool: HostTool): boolean =>
    isRead(version, tool) && toolFilter(tool, settings.servers?.[tool.server]).allowed;
  const allowed = tools.filter(isAllowed);
  const names = markHiddenCauses(
    codexNames(allowed, settings, version.nameLimit),
    allowed,
    settings,
    version.nameLimit,
  );
  const directOnly = new Set(settings.directOnlyNamespaces);
  const schemaRules = schemaRulesOf(version, settings);
  // A schema that is known to be no object; one that was not given says nothing.
  const spoilt = new Set(
    tools
      .filter(({ inputSchema }) => inputSchema !== undefined && !isObject(inputSchema))
      .map(({ server }) => server),
  );
  const out = (tool: HostTool, name: NameRow, reason: ExposureReason, rules: readonly RuleRef[]) => ({
    tool,
    row: exposureRow(name, absentDecision(reason, rules, assumed)),
  });
  // What was decided depends on the server and on its namespace; the tools of one share it.
  const decided = new Map<string, Decision>();
  const decide = ({ server, namespace = '' }: NameRow): Decision => {
    const key = `${server}\0${namespace}`;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const policy = exposurePolicy({
      model,
      omit: version.omitsSurfaces ? (settings.servers?.[server]?.omitToolsFrom ?? []) : [],
      directOnly: directOnly.has(namespace),
    });
    const declared = isDeclared(policy.exposure, model);
    const decision: Decision = {
      exposure: policy.exposure,
      reason: policy.reason,
      rules: declared ? policy.rules : [...policy.rules, ...undeclaredRules(model)],
      assumed,
      declared,
      reach: reachOf(policy.exposure, model),
      dispatchable: true,
    };
    decided.set(key, decision);
    return decision;
  };
  let next = 0;
  return tools.map((tool) => {
    if (!isAllowed(tool)) {
      return isRead(version, tool)
        ? out(tool, unnamed(tool), 'filtered', ['CX-7.02'])
        : out(tool, unnamed(tool), 'later-page', ['CX-90.10']);
    }
    const name = names[next] ?? unnamed(tool);
    next += 1;
    if (spoilt.has(tool.server)) return out(tool, name, 'list-refused', ['CX-90.11']);
    if (name.dropped === true) return out(tool, name, 'duplicate', ['CX-4.2/4']);
    const rewritten = codexSchema(tool.inputSchema, schemaRules(tool.server));
    if (isObject(tool.inputSchema) && rewritten.schema === null) {
      return tool.inputSchema['type'] === 'null'
        ? out(tool, name, 'null-schema', ['CX-5.6', 'CX-90.11'])
        : out(tool, name, 'schema-refused', ['CX-90.11']);
    }
    const row = exposureRow(name, isModelVisible(tool.meta) ? decide(name) : invisible(assumed));
    return { tool, row, rewritten };
  });
}

function undeclaredRules(model: CodexModel): RuleRef[] {
  return model.toolMode === 'codeModeOnly' ? ['CX-5.10', 'CX-5.33'] : ['CX-5.22'];
}

/** Some versions read the first page of a list only (CX-90.10). */
function isRead(version: CodexVersion, tool: HostTool): boolean {
  return version.traits.pages === 'all' || (tool.page ?? 0) === 0;
}

/** A tool that the filter kept out takes no part in naming, so it has its raw name only. */
function unnamed(tool: ToolRoute): NameRow {
  return { server: tool.server, tool: tool.tool, name: tool.tool, findings: NO_FINDINGS };
}

/** Hidden by its own metadata: it has a name, no surface, and is no candidate for a handler (CX-5.1). */
const invisible = (assumed: readonly AssumptionCode[]): Decision => ({
  ...absentDecision('ui-visibility', ['CX-5.1'], assumed),
  exposure: 'hidden',
});

/** A tool that the model never sees can still force a hash on one that it does see (CX-4.2). */
function markHiddenCauses(
  names: readonly NameRow[],
  tools: readonly HostTool[],
  settings: HostSettings,
  nameLimit: number,
): readonly NameRow[] {
  const visible = tools.filter((tool) => isModelVisible(tool.meta));
  if (visible.length === tools.length) return names;
  const alone = codexNames(visible, settings, nameLimit);
  let position = 0;
  return names.map((row, index) => {
    if (!isModelVisible(tools[index]?.meta)) return row;
    const without = alone[position];
    position += 1;
    if (without === undefined || row.dropped === true) return row;
    if (row.name === without.name && row.namespace === without.namespace) return row;
    return withFinding(row, {
      code: 'name-hashed-by-hidden',
      severity: 'warning',
      message: `A tool that the model cannot see changes this name; without it the name would be ${without.namespace} ${without.name}.`,
      rules: ['CX-4.2'],
    });
  });
}
