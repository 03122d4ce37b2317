// Words that may stand in an event because a specification or a client's own fixed vocabulary names them.

const methods = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'roots/list',
  'sampling/createMessage',
  'elicitation/create',
  'subscriptions/listen',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'tasks/update',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/updated',
  'notifications/roots/list_changed',
  'notifications/elicitation/complete',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks/status',
];

const toolKeys = [
  'type',
  'name',
  'description',
  'parameters',
  'input_schema',
  'inputSchema',
  'strict',
  'defer_loading',
  'tools',
  'execution',
  'format',
  'function',
  'parametersJsonSchema',
  'title',
  'annotations',
  'outputSchema',
  'cache_control',
  'eager_input_streaming',
  'functionDeclarations',
  'response',
];

/** Properties that a client puts into the schemas of others. */
const schemaKeys = ['wait_for_previous'];

const queryKeys = ['beta', 'client_version', 'alt', 'limit', 'key'];
/** A request on a socket has no verb; the type of its frame stands in its place. */
const verbs = ['GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'response.create'];
const signals = [
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGHUP',
  'SIGSEGV',
  'SIGABRT',
  'SIGPIPE',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGQUIT',
  'SIGTRAP',
];

const known = new Set([...methods, ...toolKeys, ...schemaKeys, ...queryKeys, ...verbs, ...signals]);

/** Every keyword of the JSON Schema drafts from 04 to 2020-12. */
const keywords = new Set(
  [
    '$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema',
    '$vocabulary additionalItems additionalProperties allOf anyOf const contains contentEncoding',
    'contentMediaType contentSchema default definitions dependencies dependentRequired dependentSchemas',
    'deprecated description else enum examples exclusiveMaximum exclusiveMinimum format id if items',
    'maxContains maximum maxItems maxLength maxProperties minContains minimum minItems minLength',
    'minProperties multipleOf not nullable oneOf pattern patternProperties prefixItems properties',
    'propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems',
    'writeOnly field cut',
  ].flatMap((line) => line.split(' ')),
);

export const isKeyword = (word: string): boolean => keywords.has(word);

export const isKnownKey = (key: string): boolean => known.has(key);
