import { formatJson } from '../../shared/json.ts';

/** Payloads whose JSON text was made before; the log wrote every event down once already. */
const prepared = new WeakMap<object, () => string>();

/** Says how the JSON text of `payload` can be had without making it anew. */
export const prepareJson = (payload: object, text: () => string): void => void prepared.set(payload, text);

/** A message as JSON text, with the prepared text of its payload where there is one. */
export function formatMessage(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('payload' in message)) return formatJson(message);
  const { payload, ...envelope } = message;
  const text = typeof payload === 'object' && payload !== null ? prepared.get(payload) : undefined;
  if (text === undefined) return formatJson(message);
  return `${formatJson(envelope).slice(0, -1)},"payload":${text()}}`;
}
