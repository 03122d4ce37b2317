import { appProtocolVersion } from '../../../shared/app-view.ts';
import { isObject } from '../../../shared/json.ts';

/** What a request of a view ends with: a result, or a JSON-RPC error that says why not. */
export type ViewReply =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string } };

/** What the window does for a view. Whatever stands here not is refused. */
export interface ViewHost {
  readonly context: () => Readonly<Record<string, unknown>>;
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ViewReply>;
  readonly openLink: (url: string) => Promise<ViewReply>;
  readonly resize: (height: number) => void;
}

/** One message between window and view, by name only. */
export interface ViewMessage {
  readonly from: 'view' | 'window';
  readonly what: string;
}

export interface Bridge {
  /** Takes whatever the view posted. */
  receive(data: unknown): void;
  /** What the call was made with, and what it came to; held until the view is ready for it. */
  tell(method: 'tool-input' | 'tool-result' | 'tool-cancelled', params: unknown): void;
  /** Says that the view is about to be closed; settles when it has answered, or after a moment. */
  teardown(reason: string): Promise<void>;
}

interface BridgeOptions {
  readonly html: string;
  readonly host: ViewHost;
  readonly post: (message: unknown) => void;
  readonly onMessage: (message: ViewMessage) => void;
}

/** A view that does not answer is closed all the same, ms. */
const teardownMs = 500;

export const refused = (code: number, message: string): ViewReply => ({ error: { code, message } });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The window's end of the conversation with a view (MCP Apps 2026-01-26). The view is hostile: each message is read for what
 * it may be, and anything else is answered with an error or not at all.
 */
export function createBridge({ html, host, post, onMessage }: BridgeOptions): Bridge {
  const held: { readonly method: string; readonly params: unknown }[] = [];
  let isLoaded = false;
  let isReady = false;
  let closed: (() => void) | undefined;

  const send = (what: string, message: Readonly<Record<string, unknown>>): void => {
    onMessage({ from: 'window', what });
    post({ jsonrpc: '2.0', ...message });
  };

  const answer = async (
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<ViewReply | undefined> => {
    switch (method) {
      case 'ui/initialize':
        return {
          result: {
            protocolVersion: appProtocolVersion,
            hostInfo: { name: 'Throughline', version: '' },
            hostCapabilities: { openLinks: {}, serverTools: {}, sandbox: { permissions: {}, csp: {} } },
            hostContext: host.context(),
          },
        };
      case 'ping':
        return { result: {} };
      case 'tools/call': {
        const args = params['arguments'] ?? {};
        if (text(params['name']) === '' || !isObject(args))
          return refused(-32602, 'A call has a name and an object of arguments.');
        return host.call(text(params['name']), args);
      }
      case 'ui/open-link':
        return host.openLink(text(params['url']));
      case 'ui/request-display-mode':
        return { result: { mode: 'inline' } };
      default:
        return refused(-32601, 'This is not offered to views here.');
    }
  };

  const flush = (): void => {
    for (const { method, params } of held.splice(0)) send(method, { method, params });
  };

  const notified = (method: string, params: Readonly<Record<string, unknown>>): void => {
    switch (method) {
      case 'ui/notifications/sandbox-proxy-ready':
        if (isLoaded) return;
        isLoaded = true;
        post({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html } });
        return;
      case 'ui/notifications/initialized':
        isReady = true;
        flush();
        return;
      case 'ui/notifications/size-changed': {
        const { height } = params;
        if (typeof height === 'number' && Number.isFinite(height)) host.resize(height);
      }
    }
  };

  return {
    receive: (data) => {
      if (!isObject(data) || data['jsonrpc'] !== '2.0') return;
      const { id, method } = data;
      const params = isObject(data['params']) ? data['params'] : {};
      if (id === 'teardown' && method === undefined) {
        closed?.();
        return;
      }
      if (typeof method !== 'string') return;
      onMessage({ from: 'view', what: method.slice(0, 80) });
      if (typeof id !== 'string' && typeof id !== 'number') {
        notified(method, params);
        return;
      }
      void (async () => {
        const reply = await answer(method, params);
        if (reply !== undefined)
          send('error' in reply ? `error for ${method}` : `answer to ${method}`, { id, ...reply });
      })();
    },

    tell: (method, params) => {
      held.push({ method: `ui/notifications/${method}`, params });
      if (isReady) flush();
    },

    teardown: async (reason) => {
      if (!isReady) return;
      const answered = new Promise<void>((resolve) => {
        closed = resolve;
        setTimeout(resolve, teardownMs);
      });
      send('ui/resource-teardown', { id: 'teardown', method: 'ui/resource-teardown', params: { reason } });
      await answered;
    },
  };
}
