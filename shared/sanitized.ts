declare const sanitized: unique symbol;

/**
 * A value that went through the gate (`electron/runtime/sanitize.ts`), the only place that makes one.
 * The bus accepts nothing else, so an observation that skipped the gate does not compile.
 */
export type Sanitized<T> = T & { readonly [sanitized]: true };
