import { NO_INSTRUCTIONS } from '../host-facts.ts';
import { rule } from './rule.ts';

export const instructionsNotShown = rule({
  code: 'instructions-not-shown',
  severity: 'info',
  means: "Hosts do not pass the server's instructions on to their model.",
  remedy: 'Say what a tool needs in its own description; do not rely on the instructions.',
  by: 'server',
  find: ({ host, view }) => {
    const fact = NO_INSTRUCTIONS[host.profile.id];
    if (fact === undefined || (view.server.settings?.instructions ?? '').trim() === '') return undefined;
    return { says: 'The instructions are in no request.', rules: [fact] };
  },
});
