import type { AssumptionCode, ExposureReason } from './types.ts';

const ASSUMPTIONS: Record<AssumptionCode, string> = {
  'model-class': 'Which class the model belongs to was not given.',
  'base-url': 'Whether the provider is the first-party one was not given; it is taken not to be.',
  'tool-search-setting': 'ENABLE_TOOL_SEARCH was not given and is taken to be unset.',
  'no-annotations': 'The tool has no annotations; the host takes the worst.',
  'approval-mode': 'The approval mode was not given; the default is taken.',
  'approval-policy': 'The approval policy was not given and is taken to be on-request.',
  'sandbox-profile': 'The sandbox was not given and is taken to be read-only.',
  'session-memory': 'Whether this session remembers an approval was not given; it is taken not to.',
  hooks: 'No hook answer was given; hooks are taken not to be configured.',
  reviewer: 'The reviewer was not given and is taken to be the user.',
  rules: 'No permission rules were given.',
  interactive: 'Whether somebody can answer was not given; somebody is taken to be there.',
  'image-input': 'Whether the model takes images was not given; it is taken to.',
  'name-collision-order': 'Which of two tools with one name the host keeps is not known; the first is taken.',
  'token-estimate': 'Tokens are estimated as four characters each.',
  'structured-form': 'The exact form of structured content on this wire is not known.',
};

const REASONS: Record<ExposureReason, string> = {
  'search-off': 'The model cannot search for tools, so all are declared.',
  'search-on': 'The model can search for tools, so this one is deferred.',
  'deferred-omitted': 'The server keeps its tools from deferral, so this one is declared.',
  'code-mode-omitted': 'The server keeps its tools out of code mode.',
  'direct-only-namespace': 'The namespace is configured to be declared only.',
  'all-surfaces-omitted': 'No surface is left for this tool.',
  'only-code-mode-left': 'Only programs in code mode can call this tool.',
  'ui-visibility': "The tool's own metadata says that it is not for the model.",
  filtered: "The server's filter keeps this tool out.",
  duplicate: 'Another tool has this name already.',
  'null-schema': 'The input schema is of type null, so the host leaves the tool out.',
  'deny-rule': 'A deny rule takes this tool out of the context.',
  inline: 'Tool search is off, so all tools are declared.',
  'always-load': 'The tool is marked never to be deferred.',
  'tool-search': 'Tool search is on, so only the name is shown.',
};

export function describeAssumption(code: AssumptionCode): string {
  return ASSUMPTIONS[code];
}

export function describeReason(code: ExposureReason): string {
  return REASONS[code];
}
