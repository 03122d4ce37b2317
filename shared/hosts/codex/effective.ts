import type { EffectiveInput, EffectiveServer, Registration, RuleRef, ServerSource } from '../types.ts';

/** Weakest first (CX-1.40). */
const STRENGTH: readonly ServerSource[] = [
  'legacy-plugin',
  'selected-plugin',
  'config',
  'built-in',
  'extension',
];

/** Which registered servers count, and why the others do not (CX-1.30, CX-1.40 to CX-1.42). */
export function codexEffective(input: EffectiveInput): readonly EffectiveServer[] {
  return [...Map.groupBy(input.registrations, ({ name }) => name)].map(([, own]) => effectiveOf(own, input));
}

function effectiveOf(own: readonly Registration[], input: EffectiveInput): EffectiveServer {
  const [first, ...rest] = own;
  if (first === undefined) throw new Error('a group has a member');
  const winner = rest.reduce(stronger, first);
  const hides = own.filter((one) => one !== winner).map(({ source }) => source);
  const base = { name: winner.name, source: winner.source, hides, ...authOf(winner, input) };
  const off = (reason: NonNullable<EffectiveServer['reason']>, rule: RuleRef): EffectiveServer => ({
    ...base,
    state: 'off',
    reason,
    rules: ['CX-1.40', rule],
  });
  if (!winner.enabled) return off('disabled', 'CX-1.40');
  // A disabled registration vetoes the name, but not against a selected plugin.
  if (winner.source !== 'selected-plugin' && own.some(({ enabled }) => !enabled))
    return off('vetoed', 'CX-1.40');
  if (!meets(winner, input)) return off('requirements', 'CX-1.30');
  const reason = environmentFault(winner, input);
  if (reason !== undefined) return { ...base, state: 'error', reason, rules: ['CX-1.42'] };
  return { ...base, state: 'on', rules: ['CX-1.40', 'CX-1.41', 'CX-1.42'] };
}

/** Inside one class the first legacy plugin and the last extension win. */
function stronger(held: Registration, next: Registration): Registration {
  const difference = STRENGTH.indexOf(next.source) - STRENGTH.indexOf(held.source);
  if (difference !== 0) return difference > 0 ? next : held;
  return next.source === 'extension' ? next : held;
}

function meets({ name, table }: Registration, { requirements }: EffectiveInput): boolean {
  if (requirements === undefined) return true;
  const wanted = Object.hasOwn(requirements, name) ? requirements[name] : undefined;
  if (wanted === undefined) return false;
  return wanted.command === undefined ? table['url'] === wanted.url : table['command'] === wanted.command;
}

function environmentFault(
  { table }: Registration,
  { localEnvironment, environments = [] }: EffectiveInput,
): EffectiveServer['reason'] {
  const id = table['environment_id'] ?? 'local';
  if (id !== 'local') return environments.some((one) => one === id) ? undefined : 'unknown-environment';
  return table['command'] !== undefined && !localEnvironment ? 'no-local-environment' : undefined;
}

/** A ChatGPT login stays with its own origin (CX-1.41). */
function authOf({ table }: Registration, { chatgptOrigin }: EffectiveInput): { auth?: 'oauth' | 'chatgpt' } {
  const url = table['url'];
  if (typeof url !== 'string') return {};
  const own = table['auth'] === 'chatgpt' && chatgptOrigin !== undefined && originOf(url) === chatgptOrigin;
  return { auth: own ? 'chatgpt' : 'oauth' };
}

function originOf(url: string): string | undefined {
  const match = /^(https?:\/\/[^/?#@\\]+)(?:[/?#]|$)/i.exec(url);
  return match?.[1]?.toLowerCase();
}
