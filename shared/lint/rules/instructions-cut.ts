import { formatJson } from '../../json.ts';
import type { ServerContext } from '../types.ts';
import { rule } from './rule.ts';

/** Enough of a text to know it by. */
const START = 40;

export const instructionsCut = rule({
  code: 'instructions-cut',
  severity: 'warning',
  means: "The server's instructions are longer than a host shows; the model does not read their end.",
  remedy: 'Put what matters first and shorten the instructions.',
  by: 'server',
  find: ({ host, view }: ServerContext) => {
    const text = view.server.settings?.instructions?.trim() ?? '';
    if (text.length <= START) return undefined;
    // One tool stands for all: how instructions are shown does not depend on the tools.
    const { server, settings } = view.server;
    const plan = host.profile.plan([{ server, tool: 'x', inputSchema: { type: 'object', properties: {} } }], {
      ...host.settings,
      servers: { [server]: { instructions: settings?.instructions } },
    });
    const { body, rules } = plan.declare({ agents: false });
    const said = formatJson(body);
    const inner = (part: string): string => formatJson(part).slice(1, -1);
    if (!said.includes(inner(text.slice(0, START))) || said.includes(inner(text))) return undefined;
    return { says: `Of ${text.length} characters the model reads the beginning.`, rules };
  },
});
