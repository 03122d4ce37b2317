import { spelledRows } from '../listed/names.ts';
import type { NameRow, ToolRoute } from '../types.ts';

const clean = (text: string): string => text.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

/** Nothing is cut, hashed or told apart (OC-3.1). */
export const opencodeName = ({ server, tool }: ToolRoute): string => `${clean(server)}_${clean(tool)}`;

export function opencodeNames(tools: readonly ToolRoute[]): NameRow[] {
  return spelledRows(tools, (route) => ({ name: opencodeName(route) }), {
    names: ['OC-3.1'],
    collision: ['OC-3.2'],
    shared: 'The later one takes the place of the other.',
    providerLimit: 64,
  });
}
