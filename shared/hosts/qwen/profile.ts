import { formatJson } from '../../json.ts';
import { namedFilter } from '../filter.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, HostTexts, ListedHost } from '../listed/host.ts';
import { hasStructured, isMedia, joinParts, sameCopies, textsOf, toParts } from '../listed/results.ts';
import type { CallResult, HostSettings, HostTool, NameRow, Projection, Projections } from '../types.ts';
import { isModelVisible } from '../visibility.ts';
import { qwenApproval } from './approval.ts';
import { qwenNames, qwenSpelling } from './names.ts';
import { qwenDeclared, qwenSchema } from './schema.ts';
import { QWEN_TOOLS, qwenSearch } from './search.ts';

export const QWEN_VERSIONS = ['0.24.4'] as const;

/** Characters of a description beside the name of a deferred tool, about (QW-4.2). */
const SUMMARY = 160;
/** Characters of one text of a result (QW-7.2). */
const RESULT_MAX = 500_000;

export function qwenHost(version: string): ListedHost {
  return {
    id: 'qwen',
    version,
    title: 'Qwen Code',
    confidence: 'high',
    traits: {
      nameLimit: 63,
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'all',
      startupTimeoutMs: 600_000,
      toolTimeoutMs: 600_000,
    },
    wires: ['chat'],
    modelClasses: [{ id: 'search', title: 'Deferred behind tool_search', rules: ['QW-4.1', 'QW-4.2'] }],
    envelopes: [
      { name: 'tool_search', role: 'search', opensWindow: false },
      { name: 'tool_call', role: 'exec', opensWindow: true },
      { name: 'agent', role: 'agent', opensWindow: false },
    ],
    wireRules: ['QW-4.2', 'QW-90.02'],
    fieldRules: ['QW-90.02'],
    names: (tools) => qwenNames(tools),
    collision: { keeps: 'last', rules: ['QW-3.1'] },
    filter: (route, settings) =>
      namedFilter(
        route,
        settings,
        ['QW-2.2'],
        (entry) => entry === route.tool || entry.startsWith(`${route.tool}(`),
      ),
    pageRules: ['QW-2.1'],
    gate,
    describe: ({ description = '' }) => ({ shown: description, rules: ['QW-90.02'] }),
    schema: (schema) => qwenSchema(schema),
    declaredSchema: (schema) => qwenDeclared(schema),
    assumptions: () => [],
    // QW-90.01, QW-4.2
    userMessage: ({ settings, servers, deferred }) => {
      const texts = servers.flatMap((server) => {
        const text = settings.servers?.[server]?.instructions;
        return text === undefined ? [] : [`Instructions of the server ${server}:\n${text}`];
      });
      if (deferred.length > 0) texts.push(namesOf(deferred));
      return texts.length === 0
        ? undefined
        : { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
    },
    search: { tools: QWEN_TOOLS, find: qwenSearch },
    approve: qwenApproval,
    memoryKey: (route) => qwenSpelling(route).name,
    project,
    childEnv: inheritedEnv,
  };
}

const namesOf = (deferred: HostTexts['deferred']): string =>
  `These tools are reached through tool_search and tool_call:\n${deferred
    .map(({ name, description }) => `- ${formatJson(name)}: ${formatJson(summary(description))}`)
    .join('\n')}`;

const summary = (description: string): string => {
  const text = description.trim();
  return text.length > SUMMARY ? `${text.slice(0, SUMMARY)}...` : text;
};

const FOR_APPS: Gate = { exposure: 'absent', reason: 'ui-visibility', rules: ['QW-4.2'] };
const ALWAYS: Gate = { exposure: 'direct', reason: 'always-load', rules: ['QW-4.1'] };
const DEFERRED: Gate = { exposure: 'deferred', reason: 'tool-search', rules: ['QW-4.1', 'QW-4.2'] };

function gate(tool: HostTool, _row: NameRow, settings: HostSettings): Gate {
  if (!isModelVisible(tool.meta)) return FOR_APPS;
  return settings.servers?.[tool.server]?.alwaysLoad === true ? ALWAYS : DEFERRED;
}

/** Structured content first, unless a text says the same; then the content (QW-7.1). */
function project(result: CallResult): Projections {
  const content = result.content ?? [];
  const structured = hasStructured(result) ? formatJson(result.structuredContent) : undefined;
  const says = structured !== undefined && !textsOf(content).includes(structured);
  const parts = toParts(content, (text) => text);
  const lost: Projection['lost'][number][] = [];
  const fitted = (says ? [{ text: structured }, ...parts] : parts).map((part) => {
    const text: unknown = part['text'];
    if (typeof text !== 'string' || text.length <= RESULT_MAX) return part;
    lost.push('text-cut');
    return {
      text: `The text has ${text.length} characters, more than ${RESULT_MAX}. It was saved to a file.`,
    };
  });
  return sameCopies(result, {
    value: joinParts(fitted),
    form: result.isError === true ? 'error' : content.some(isMedia) ? 'content' : 'text',
    lost,
    rules: lost.length === 0 ? ['QW-7.1'] : ['QW-7.1', 'QW-7.2'],
  });
}
