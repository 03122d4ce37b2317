/** The ids of the facts that host profiles rest on. */
export type FactId = `CX-${string}` | `CC-${string}`;
