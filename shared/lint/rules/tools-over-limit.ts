import { rule } from './rule.ts';

export const toolsOverLimit = rule({
  code: 'tools-over-limit',
  severity: 'error',
  means: 'There are more tools than one request of a host may carry; the ones beyond are left out.',
  remedy: 'Offer fewer tools, or let the user choose groups of them.',
  by: 'set',
  find: ({ host: { profile }, tools }) =>
    profile.toolLimit !== undefined && tools > profile.toolLimit.count
      ? {
          says: `There are ${tools} tools, and one request carries ${profile.toolLimit.count}.`,
          rules: profile.toolLimit.rules,
        }
      : undefined,
});
