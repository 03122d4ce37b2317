import { rule } from './rule.ts';

export const toolsOverAdvice = rule({
  code: 'tools-over-advice',
  severity: 'warning',
  means: 'There are more tools than a host advises.',
  remedy: 'Offer fewer tools, or let the user choose groups of them.',
  by: 'set',
  find: ({ host: { profile }, tools }) =>
    profile.toolAdvice !== undefined && tools > profile.toolAdvice.count
      ? {
          says: `There are ${tools} tools; it advises against more than ${profile.toolAdvice.count}.`,
          rules: profile.toolAdvice.rules,
        }
      : undefined,
});
