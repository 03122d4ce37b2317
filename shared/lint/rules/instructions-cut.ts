import { instructionsFate } from '../instructions.ts';
import { rule } from './rule.ts';

export const instructionsCut = rule({
  code: 'instructions-cut',
  severity: 'warning',
  means: "The server's instructions are longer than a host shows; the model does not read their end.",
  remedy: 'Put what matters first and shorten the instructions.',
  by: 'server',
  find: ({ host, view: { server } }) => {
    const text = server.settings?.instructions?.trim() ?? '';
    if (text === '') return undefined;
    const { fate, rules } = instructionsFate(host, server.server, text);
    return fate === 'cut'
      ? { says: `Of ${text.length} characters the model reads the beginning.`, rules }
      : undefined;
  },
});
