import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { sentence } from './sentence.ts';

const address = (url: URL): string =>
  `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port}`;

const tlsCodes =
  /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|EPROTO|HOSTNAME_MISMATCH)/;

/** The system's code for a failed fetch; it hides it one or two causes down. */
const codeOf = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined;
  if ('code' in error && typeof error.code === 'string' && error.name !== 'AbortError') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0], depth + 1);
  return codeOf(error.cause, depth + 1);
};

/** A connection that could not be made or broke before an answer. */
export const networkFault = (url: URL, error: unknown): Fault => {
  const code = codeOf(error);
  const where = address(url);
  if (code === 'ECONNREFUSED') {
    return fault('connection-refused', `Nothing listens on ${where}.`, {
      cause: sentence(code),
      next: 'Start the server, or correct the port in its address.',
    });
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fault('host-not-found', `The host "${url.hostname}" was not found.`, {
      cause: sentence(code),
      next: 'Correct the address, or check the network.',
    });
  }
  if (code !== undefined && tlsCodes.test(code)) {
    return fault('tls', `The certificate of ${where} was not accepted.`, {
      cause: sentence(code),
      next: 'Have the system trust its certificate authority, or name the authority in NODE_EXTRA_CA_CERTS.',
    });
  }
  return fault('connection-failed', `The connection to ${where} failed.`, {
    cause: sentence(code),
    next: 'Check that the server runs and that the address is right.',
  });
};

const title = (html: string): string | undefined => /<title[^>]*>([^<]{1,120})/i.exec(html)?.[1]?.trim();

/** An answer that is no MCP: HTML and other types. */
export const contentFault = (url: URL, contentType: string, body: string): Fault => {
  const heading = title(body);
  const what =
    /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(body)
      ? 'a web page'
      : `"${contentType === '' ? 'no content type' : contentType}"`;
  return fault('not-mcp', `${url.href} answered with ${what}, not with MCP.`, {
    ...(heading === undefined ? {} : { cause: `Its title is "${heading}".` }),
    next: 'Check the path; many servers answer at /mcp.',
  });
};

/** The JSON-RPC error in a body, whatever the status. */
export const rpcErrorIn = (
  body: string,
): { readonly code: number; readonly message: string; readonly data?: unknown } | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const error = isObject(value) ? value['error'] : undefined;
  if (!isObject(error) || typeof error['code'] !== 'number') return undefined;
  return {
    code: error['code'],
    message: typeof error['message'] === 'string' ? error['message'] : '',
    ...(error['data'] === undefined ? {} : { data: error['data'] }),
  };
};

/** A status that is no success and carries no JSON-RPC error. */
export const statusFault = (url: URL, status: number, body: string): Fault => {
  const said = body.trim().slice(0, 200);
  const cause = sentence(said === '' || said.startsWith('<') ? `HTTP ${status}` : `HTTP ${status}: ${said}`);
  switch (status) {
    case 401:
      return fault('auth-required', `${url.href} asks for authorization.`, {
        cause,
        next: 'Add an Authorization header that refers to a variable.',
      });
    case 403:
      return fault('forbidden', `${url.href} refused access.`, {
        cause,
        next: 'Check the credentials and what they are allowed to do.',
      });
    case 404:
      return fault('endpoint-not-found', `There is no MCP endpoint at ${url.href}.`, {
        cause,
        next: 'Check the path; many servers answer at /mcp.',
      });
    default:
      return fault('http-error', `${url.href} answered with an error.`, {
        cause,
        next: status >= 500 ? 'Look at the log of the server.' : 'Check the address.',
      });
  }
};

export const sessionLost = (status: number): Fault =>
  fault('session-lost', 'The server no longer knows this session.', {
    cause: `HTTP ${status}.`,
    next: 'Connect again.',
  });

export const streamEnded = fault('stream-ended', 'The response stream ended without an answer.', {
  next: 'Look at the log of the server; the call may have run all the same.',
});

export const acceptedOnly = fault(
  'request-accepted-only',
  'The server accepted the request with 202 but gave no answer.',
  {
    next: 'The server has to answer a request with JSON or an event stream.',
  },
);
