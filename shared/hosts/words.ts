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
  wire: 'Which provider the host talks to was not given; its usual wire is taken.',
  trust: 'Whether the server is trusted or allowed by name was not given; it is taken not to be.',
  'trusted-folder': 'Whether the folder is trusted was not given; it is taken to be.',
  'server-label': 'The name that the server announces was not given; the configured name is taken.',
  'rule-order':
    'The order of the rules was not given; a refusal is taken to win over a question, and that over leave.',
  'tool-selection': 'Which tools the user has switched off was not given; all are taken to be on.',
  'auto-approve': 'Whether calls are approved by themselves was not given; the default is taken.',
  'wire-form': 'How exactly this host writes a request is not known; the usual form of the wire is taken.',
  'result-form': 'How exactly this host writes a result for its model is not known.',
  'no-primary-source': 'No first-hand source of this host was found; the answer rests on what others say.',
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
  listed: 'The host declares every tool that it knows.',
  'later-page': 'The host reads the first page of the list only.',
  overwritten: 'A later tool of the same name takes its place.',
  'not-trusted': 'Without somebody to ask, the host offers only tools of a trusted or allowed server.',
  'mode-denies': 'The mode that the host is in refuses this tool.',
  'ask-headless': 'A rule says to ask first, and nobody can be asked.',
  'list-refused': 'The host cannot read this list, so it has no tool of this server.',
  'schema-refused': 'The host cannot take this input schema, so it leaves the tool out.',
  'name-too-long': 'The provider takes no name of this length, so the host leaves the tool out.',
  'over-limit': 'More tools are switched on than one request may carry.',
};

export function describeAssumption(code: AssumptionCode): string {
  return ASSUMPTIONS[code];
}

export function describeReason(code: ExposureReason): string {
  return REASONS[code];
}
