/** What a finding means and what to do about it. Codes are stable and documented in docs/findings.md. */
export interface FindingText {
  readonly severity: 'info' | 'warning' | 'error';
  readonly says: string;
  readonly remedy: string;
}

const finding = (severity: FindingText['severity'], says: string, remedy: string): FindingText => ({
  severity,
  says,
  remedy,
});

export const findings = {
  'stdout-text': finding(
    'warning',
    'The server printed a line on stdout that is not JSON-RPC.',
    'Print banners and logs to stderr; stdout belongs to the protocol.',
  ),
  'stdout-json-not-rpc': finding(
    'warning',
    'The server printed JSON on stdout that is not a JSON-RPC message.',
    'Send only JSON-RPC messages on stdout.',
  ),
  'frame-malformed': finding(
    'error',
    'A message broke the JSON-RPC envelope and was set aside.',
    'Send {"jsonrpc":"2.0"} with either result or error, never both.',
  ),
  'frame-batch': finding(
    'warning',
    'The server sent a batch; only revision 2025-03-26 allows batches.',
    'Send one message a line.',
  ),
  'frame-bom': finding(
    'warning',
    'The stream began with a byte order mark.',
    'Write UTF-8 without a byte order mark.',
  ),
  'frame-too-large': finding(
    'error',
    'A message passed the size limit and was set aside.',
    'Send large content in pages or as a resource.',
  ),
  'frame-bad-utf8': finding('error', 'A message was not valid UTF-8.', 'Write UTF-8.'),
  'stream-ended-without-answer': finding(
    'error',
    'The response stream ended without an answer.',
    'Send the response before closing the stream.',
  ),
  'tool-not-an-object': finding(
    'error',
    'An entry of tools/list is not an object.',
    'Each tool is an object with a name and an inputSchema.',
  ),
  'tool-name-missing': finding('error', 'A tool has no name.', 'Give every tool a name.'),
  'tool-name-duplicate': finding(
    'warning',
    'Two tools have the same name.',
    'Rename one: many hosts keep only one of them.',
  ),
  'tool-name-unusual': finding(
    'info',
    'The name has characters outside A-Z a-z 0-9 _ . -',
    'Use the characters that the specification recommends.',
  ),
  'tool-input-schema-missing': finding(
    'error',
    'The tool has no inputSchema.',
    'Add {"type":"object"} at least; hosts may refuse the whole list.',
  ),
  'tool-input-schema-not-object': finding(
    'error',
    'The inputSchema is not an object schema.',
    'The root must be {"type":"object"}.',
  ),
  'tool-input-schema-invalid': finding(
    'error',
    'The inputSchema is not a valid JSON Schema.',
    'Correct the schema at the place shown.',
  ),
  'tool-output-schema-invalid': finding(
    'warning',
    'The outputSchema is not a valid JSON Schema.',
    'Correct the schema at the place shown.',
  ),
  'tool-annotations-invalid': finding(
    'warning',
    'The annotations are not what the specification describes.',
    'Hints are booleans, title is a string.',
  ),
  'tool-description-not-text': finding(
    'warning',
    'The description is not a string.',
    'Leave the description out or give a string.',
  ),
  'tool-unknown-keys': finding(
    'info',
    'The tool has keys that the specification does not name.',
    'Vendor data belongs under _meta.',
  ),
  'tool-too-large': finding(
    'warning',
    'The definition is larger than 256 KiB and was not kept.',
    'Shorten the definition.',
  ),
  'list-cursor-null': finding('warning', 'nextCursor is null.', 'Leave nextCursor out on the last page.'),
  'list-cursor-repeats': finding(
    'error',
    'nextCursor repeats; the listing would never end.',
    'Leave nextCursor out on the last page.',
  ),
  'list-page-failed': finding(
    'error',
    'A page of the list failed.',
    'Retry; what was listed before is kept.',
  ),
  'list-too-long': finding('error', 'The list passed the limit of pages.', 'Send larger pages.'),
  'list-changed-loop': finding(
    'warning',
    'The server announces a changed list after every listing.',
    'Announce a change only when the list changed.',
  ),
  'output-violates-schema': finding(
    'error',
    'structuredContent breaks the outputSchema.',
    'Return what the schema promises.',
  ),
  'output-missing': finding(
    'error',
    'The tool has an outputSchema but returned no structuredContent.',
    'Return structuredContent.',
  ),
  'content-unknown-type': finding(
    'warning',
    'The result has a content block of an unknown type.',
    'Use text, image, audio, resource or resource_link.',
  ),
  'content-not-array': finding('error', 'The result has no content array.', 'Return content: [] at least.'),
  'result-type-missing': finding(
    'warning',
    'The result has no resultType.',
    'Revision 2026-07-28 requires resultType.',
  ),
  'progress-unasked': finding(
    'info',
    'The server sent progress for a token that nobody gave.',
    'Use the progressToken of the request.',
  ),
  'era-probe-failed': finding(
    'info',
    'server/discover was refused; the connection went on in the legacy era.',
    'Nothing to do.',
  ),
  'era-probe-silent': finding(
    'warning',
    'server/discover was not answered; a second process was started in the legacy era.',
    'Answer unknown methods with an error.',
  ),
  'era-probe-exited': finding(
    'warning',
    'The server exited at server/discover; a second process was started in the legacy era.',
    'Answer unknown methods with an error.',
  ),
  'version-unknown': finding(
    'warning',
    'The server answered with a protocol version that we do not know.',
    'Answer with a published revision.',
  ),
  'stderr-flood': finding(
    'warning',
    'The server writes very much to stderr; only the latest lines are kept.',
    'Lower the log level.',
  ),
  'exit-ignored': finding(
    'warning',
    'The server ignored the end of its input and had to be ended.',
    'Exit when stdin closes.',
  ),
  'schema-check-timeout': finding(
    'warning',
    'Checking against the schema took too long and was stopped.',
    'Simplify the schema or its patterns.',
  ),
  'name-hashed': finding(
    'info',
    'The host adds a hash to this name.',
    'Choose names that stay distinct after sanitising, and shorter ones.',
  ),
  'name-duplicate-dropped': finding(
    'warning',
    'The host drops this duplicate.',
    'Give every tool its own name.',
  ),
  'name-too-long': finding(
    'error',
    'The name is longer than the host or its provider allows.',
    'Shorten the server name or the tool name.',
  ),
  'name-collapses': finding(
    'warning',
    'Two tools share this spelling in code mode or in hooks.',
    'Rename one of them.',
  ),

  'frame-unknown-id': finding(
    'warning',
    'An answer names a request that does not wait for one.',
    'Answer each request once, with its own id.',
  ),
  'frame-unterminated': finding(
    'warning',
    'The last message before the end had no line break.',
    'End every message with a line break.',
  ),
  'handshake-incomplete': finding(
    'warning',
    'The handshake left out or mistyped a member that the specification requires.',
    'Send protocolVersion, capabilities and serverInfo with name and version.',
  ),
  'server-is-client': finding(
    'info',
    'This server is a client that offers its own agent as tools: the other direction, client as server.',
    'Do not take it for the way from that client to its servers; what it lists says nothing of what its model is shown.',
  ),
  'tools-not-announced': finding(
    'warning',
    'The server lists tools but its capabilities do not announce them.',
    'Announce the tools capability.',
  ),
  'list-tools-missing': finding(
    'error',
    'The answer to tools/list has no tools array.',
    'Answer with tools: [] at least.',
  ),
  'tool-title-not-text': finding(
    'warning',
    'The title is not a string.',
    'Leave the title out or give a string.',
  ),
  'tool-meta-not-object': finding(
    'warning',
    'The _meta of the tool is not an object.',
    'Leave _meta out or give an object.',
  ),
  'tool-header-annotation-invalid': finding(
    'warning',
    'An x-mcp-header annotation breaks the rules; over HTTP hosts drop the tool.',
    'Use a token that is unique ignoring case, on a string, integer or boolean reached through properties.',
  ),
  'result-big-integer': finding(
    'info',
    'The result holds an integer that a double cannot hold.',
    'Send it as a string if every client has to read it.',
  ),
  'result-not-object': finding('error', 'The result is not an object.', 'Answer with an object.'),
  'http-notification-status': finding(
    'warning',
    'A notification was not answered with 202.',
    'Answer an accepted notification with 202 and no body.',
  ),
  'http-request-accepted': finding(
    'error',
    'A request was answered with 202 and no body.',
    'Answer a request with JSON or an event stream.',
  ),
  'http-content-type': finding(
    'warning',
    'The answer has a content type that the transport does not know.',
    'Use application/json or text/event-stream.',
  ),
  'http-stream-unusable': finding(
    'warning',
    'The GET stream is not an event stream or ends at once; it is not opened again.',
    'Answer GET with an event stream that stays open, or with 405.',
  ),
  'http-session-lost': finding(
    'warning',
    'The server no longer knew the session; a new one was opened.',
    'Keep sessions until they are deleted.',
  ),
  'era-probe-http': finding(
    'info',
    'server/discover failed over HTTP; the connection went on in the legacy era.',
    'Answer unknown methods with a JSON-RPC error.',
  ),

  'request-not-offered': finding(
    'warning',
    'The server asked for something that was not offered to it.',
    'Look at the capabilities of the client before asking.',
  ),
  'request-in-modern-era': finding(
    'error',
    'The server sent a request; revision 2026-07-28 has none, and it gets no answer.',
    'Answer with an input_required result instead.',
  ),
  'elicitation-malformed': finding(
    'warning',
    'An elicitation breaks the shape that the specification gives it.',
    'Send message and requestedSchema, or mode url with a url.',
  ),
  'elicitation-url-refused': finding(
    'error',
    'The server wanted an address opened that is neither https nor http, or that holds a password.',
    'Send an https address.',
  ),
  'sampling-malformed': finding(
    'warning',
    'The messages of a sampling request break their rules.',
    'Answer every tool use in the next message, which holds nothing but tool results.',
  ),
  'answerer-failed': finding(
    'error',
    'A request of the server could not be answered because of a fault in this program.',
    'Report it with the steps that lead to it.',
  ),

  'profile-missing': finding(
    'info',
    'There is no profile of this client, so nothing was predicted.',
    'Take what was observed as it is.',
  ),
  'profile-nearest': finding(
    'info',
    'There is no profile of this version; the nearest one predicts.',
    'Look at what differs before trusting the prediction.',
  ),
  'profile-differs': finding(
    'warning',
    'The client shows a tool to its model otherwise than its profile predicts.',
    'Trust what was observed; the profile has to be corrected.',
  ),

  'sse-endpoint-foreign': finding(
    'error',
    'The server names an endpoint at another origin than its own, which is refused.',
    'Name an endpoint at the same origin as the event stream.',
  ),
  'item-not-an-object': finding(
    'error',
    'An entry of a list of resources, templates or prompts is not an object.',
    'Send objects.',
  ),
  'item-key-missing': finding(
    'error',
    'An entry has no uri, uriTemplate or name that it could be asked for by.',
    'Give every resource a uri, every template a uriTemplate, every prompt a name.',
  ),
  'item-name-missing': finding('warning', 'A resource or template has no name.', 'Give it a name.'),
  'item-duplicate': finding(
    'warning',
    'Two entries of one list are asked for by the same uri, template or name.',
    'List each once; many clients keep only one of them.',
  ),
  'item-field-invalid': finding(
    'warning',
    'A field of an entry is not what the specification describes.',
    'Leave the field out or give it its type.',
  ),
  'item-unknown-keys': finding(
    'info',
    'An entry has keys that the specification does not name.',
    'Vendor data belongs under _meta.',
  ),
  'resource-uri-invalid': finding(
    'warning',
    'The uri of a resource cannot be parsed.',
    'Give an absolute URI with a scheme.',
  ),
  'template-invalid': finding(
    'warning',
    'The uriTemplate is no URI template.',
    'Write it as RFC 6570 describes, such as file:///{path}.',
  ),
  'icon-refused': finding(
    'warning',
    'An icon is neither at an https address nor an image as data, and is not shown.',
    'Use an https address or a data address of an image type.',
  ),
  'ui-visibility-invalid': finding(
    'warning',
    'The visibility of a tool holds something else than model and app.',
    'Give a list of "model" and "app", or leave it out.',
  ),
  'list-items-missing': finding(
    'error',
    'The answer to a list request has no array of entries.',
    'Answer with an empty array at least.',
  ),
  'items-not-announced': finding(
    'warning',
    'The server lists resources or prompts but its capabilities do not announce them.',
    'Announce the capability.',
  ),
  'resource-contents-invalid': finding(
    'warning',
    'What was read is not a list of contents with a uri and either text or blob.',
    'Answer with contents, each with uri and one of text and blob.',
  ),
  'prompt-messages-invalid': finding(
    'warning',
    'A prompt is not a list of messages with role and content.',
    'Answer with messages, each with role user or assistant and one content object.',
  ),
  'completion-invalid': finding(
    'warning',
    'A completion is not a list of strings.',
    'Answer with completion.values, an array of strings.',
  ),
  'completion-too-long': finding(
    'warning',
    'A completion has more than 100 values.',
    'Send at most 100 and set hasMore.',
  ),
  'auth-challenge-missing': finding(
    'warning',
    'The server refused with 401 without saying how to get authorized.',
    'Send WWW-Authenticate: Bearer with resource_metadata.',
  ),
  'auth-resource-metadata-link-broken': finding(
    'warning',
    'No metadata stands where the WWW-Authenticate header says.',
    'Correct resource_metadata in the header.',
  ),
  'auth-resource-metadata-at-root': finding(
    'info',
    'The metadata of the server stands at the root only, not under its path.',
    'Serve it at /.well-known/oauth-protected-resource followed by the path of the endpoint.',
  ),
  'auth-resource-metadata-missing': finding(
    'warning',
    'The server has no protected resource metadata; its own origin is taken for the authorization server, as in 2025-03-26.',
    'Serve /.well-known/oauth-protected-resource.',
  ),
  'auth-metadata-not-json': finding(
    'warning',
    'A metadata address answered with something that is no JSON object.',
    'Answer 404 where there is no metadata, and JSON where there is.',
  ),
  'auth-server-metadata-missing': finding(
    'warning',
    'The authorization server has no metadata; the endpoints of revision 2025-03-26 are tried.',
    'Serve /.well-known/oauth-authorization-server.',
  ),
  'auth-issuer-unchecked': finding(
    'warning',
    'The metadata names another issuer; for a server without resource metadata this was let pass.',
    'Let issuer be the address that the metadata stands at.',
  ),
  'auth-pkce-unsaid': finding(
    'warning',
    'The metadata does not say that PKCE with S256 is supported; for a server without resource metadata it was tried.',
    'List S256 in code_challenge_methods_supported.',
  ),
  'auth-registration-again': finding(
    'info',
    'The authorization server no longer knew this client; it was registered again.',
    'Keep registered clients for as long as their tokens live.',
  ),
  'auth-refresh-refused': finding(
    'info',
    'The refresh token was refused; the user has to agree again.',
    'Expected after a long time, or when the grant was withdrawn.',
  ),
  'auth-callback-foreign': finding(
    'warning',
    'An answer came back that does not belong to this request; it was ignored.',
    'The authorization server has to return state unchanged, with errors as well.',
  ),
  'auth-scope-narrowed': finding(
    'info',
    'Fewer scopes were granted than were asked for.',
    'Ask the authorization server which scopes this client may have.',
  ),
  'auth-token-type-missing': finding(
    'warning',
    'The token has no token_type; it is sent as a bearer token.',
    'Answer with token_type Bearer.',
  ),
  'auth-token-audience': finding(
    'warning',
    'The token is made out for another audience than the server.',
    'The authorization server has to put the requested resource into aud.',
  ),
} as const satisfies Record<string, FindingText>;

export type FindingCode = keyof typeof findings;

const byCode: ReadonlyMap<string, FindingText> = new Map(Object.entries(findings));

/** What a finding's code says, or undefined for a code of a newer version. */
export const findingText = (code: string): FindingText | undefined => byCode.get(code);
