import { findings as shared, type FindingCode, type FindingText } from '../../../shared/findings.ts';

const text = (severity: FindingText['severity'], says: string, remedy: string): FindingText => ({
  severity,
  says,
  remedy,
});

/** Findings that only a live connection can make. */
export const connectionFindings = {
  'frame-unknown-id': text(
    'warning',
    'An answer names a request that does not wait for one.',
    'Answer each request once, with its own id.',
  ),
  'frame-unterminated': text(
    'warning',
    'The last message before the end had no line break.',
    'End every message with a line break.',
  ),
  'handshake-incomplete': text(
    'warning',
    'The handshake left out or mistyped a member that the specification requires.',
    'Send protocolVersion, capabilities and serverInfo with name and version.',
  ),
  'tools-not-announced': text(
    'warning',
    'The server lists tools but its capabilities do not announce them.',
    'Announce the tools capability.',
  ),
  'list-tools-missing': text(
    'error',
    'The answer to tools/list has no tools array.',
    'Answer with tools: [] at least.',
  ),
  'tool-title-not-text': text(
    'warning',
    'The title is not a string.',
    'Leave the title out or give a string.',
  ),
  'tool-meta-not-object': text(
    'warning',
    'The _meta of the tool is not an object.',
    'Leave _meta out or give an object.',
  ),
  'tool-header-annotation-invalid': text(
    'warning',
    'An x-mcp-header annotation breaks the rules; over HTTP hosts drop the tool.',
    'Use a token that is unique ignoring case, on a string, integer or boolean reached through properties.',
  ),
  'result-big-integer': text(
    'info',
    'The result holds an integer that a double cannot hold.',
    'Send it as a string if every client has to read it.',
  ),
  'result-not-object': text('error', 'The result is not an object.', 'Answer with an object.'),
  'http-notification-status': text(
    'warning',
    'A notification was not answered with 202.',
    'Answer an accepted notification with 202 and no body.',
  ),
  'http-request-accepted': text(
    'error',
    'A request was answered with 202 and no body.',
    'Answer a request with JSON or an event stream.',
  ),
  'http-content-type': text(
    'warning',
    'The answer has a content type that the transport does not know.',
    'Use application/json or text/event-stream.',
  ),
  'http-stream-unusable': text(
    'warning',
    'The GET stream is not an event stream or ends at once; it is not opened again.',
    'Answer GET with an event stream that stays open, or with 405.',
  ),
  'http-session-lost': text(
    'warning',
    'The server no longer knew the session; a new one was opened.',
    'Keep sessions until they are deleted.',
  ),
  'era-probe-http': text(
    'info',
    'server/discover failed over HTTP; the connection went on in the legacy era.',
    'Answer unknown methods with a JSON-RPC error.',
  ),
} as const satisfies Record<string, FindingText>;

export type McpFindingCode = FindingCode | keyof typeof connectionFindings;

/**
 * Something odd that a server did. Everything but `detail` may enter events; `detail` can quote the server and is for people
 * only.
 */
export interface McpFinding {
  readonly code: McpFindingCode;
  readonly severity: FindingText['severity'];
  /** The tool it is about, by the server's own name. */
  readonly tool?: string;
  /** Position of that tool in the list, from 0. */
  readonly index?: number;
  /** RFC 6901 pointer into that tool's definition or, for a call, into its structured result. */
  readonly pointer?: string;
  readonly detail?: string;
}

const texts: Readonly<Record<McpFindingCode, FindingText>> = { ...shared, ...connectionFindings };

/** A finding with the severity that its code has everywhere. */
export const finding = (
  code: McpFindingCode,
  more: Omit<McpFinding, 'code' | 'severity'> = {},
): McpFinding => ({
  code,
  severity: texts[code].severity,
  ...more,
});

/** The sentence and the remedy that belong to a code. */
export const findingText = (code: McpFindingCode): FindingText => texts[code];
