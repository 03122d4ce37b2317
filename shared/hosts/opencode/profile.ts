import { formatJson } from '../../json.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, isMedia, sameCopies, textsOf } from '../listed/results.ts';
import { hasLooseProperty } from '../listed/walk.ts';
import type { CallResult, ProjectOptions, Projection, Projections } from '../types.ts';
import { opencodeApproval } from './approval.ts';
import { opencodeName, opencodeNames } from './names.ts';
import { opencodeSchema } from './schema.ts';

export const OPENCODE_VERSIONS = ['1.18.33'] as const;

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['OC-90.01'] };

export function opencodeHost(version: string): ListedHost {
  return {
    id: 'opencode',
    version,
    title: 'OpenCode',
    confidence: 'high',
    traits: {
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'all',
      startupTimeoutMs: 30_000,
      toolTimeoutMs: 30_000,
    },
    wires: ['chat', 'messages', 'responses', 'gemini'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['OC-90.01', 'OC-4.1'] }],
    envelopes: [{ name: 'task', role: 'agent', opensWindow: false }],
    wireRules: ['OC-90.01'],
    fieldRules: ['OC-90.01'],
    geminiKey: 'parameters',
    names: (tools) => opencodeNames(tools),
    collision: { keeps: 'last', rules: ['OC-3.2'] },
    filter: () => ({ allowed: true, rules: ['OC-6.1'] }),
    pageRules: ['OC-2.1'],
    gate: () => LISTED,
    refusesList: (tools) =>
      tools.some(({ inputSchema }) => hasLooseProperty(inputSchema)) ? ['OC-90.04'] : undefined,
    describe: ({ description = '' }) => ({ shown: description, rules: ['OC-90.02'] }),
    schema: opencodeSchema,
    assumptions: () => [],
    // OC-90.03
    systemTexts: ({ settings, servers }) =>
      servers.flatMap((server) => {
        const text = settings.servers?.[server]?.instructions;
        return text === undefined ? [] : [`Instructions of the server ${server}:\n${text}`];
      }),
    approve: opencodeApproval,
    memoryKey: opencodeName,
    project,
    childEnv: inheritedEnv,
  };
}

/** Texts of the content, or the structured content where there is no content at all (OC-7.1, OC-7.2). */
function project(result: CallResult, options: ProjectOptions): Projections {
  const content = result.content ?? [];
  const text = textsOf(content).join('\n\n');
  if (result.isError === true) {
    return sameCopies(result, { value: text, form: 'error', lost: [], rules: ['OC-7.2'] });
  }
  const rules = ['OC-7.1'] as const;
  if (content.length === 0 && hasStructured(result)) {
    const value = formatJson(result.structuredContent);
    return sameCopies(result, { value, form: 'structured', lost: [], rules });
  }
  const lost: Projection['lost'][number][] = hasStructured(result) ? ['structured-content'] : [];
  const hasMedia = content.some(isMedia);
  if (hasMedia && options.imageInput === false) lost.push('images');
  const media = options.imageInput === false ? [] : content.filter(isMedia);
  const value = media.length === 0 ? text : [{ type: 'text', text }, ...media];
  return sameCopies(result, { value, form: media.length === 0 ? 'text' : 'content', lost, rules });
}
