import type { AssumptionCode, ToolLosses } from '../../hosts/index.ts';
import { aboutForm } from '../assumed.ts';
import type { Hit, ToolContext } from '../types.ts';

type Field = ToolLosses['fields'][number];

/** A member of the definition that the server gave and the host shows to no model. */
export const fieldLost =
  (name: Field['field'], has: (context: ToolContext) => boolean) =>
  (context: ToolContext): Hit | undefined => {
    const { losses, row } = context;
    if (losses === undefined || losses.fields.length === 0) return undefined;
    if (row.exposure === 'absent' || !has(context)) return undefined;
    for (const field of losses.fields) if (field.field === name) return hitOf(field, aboutForm(row.assumed));
    return undefined;
  };

/** Nothing of the tool is in it, so that thousands of tools share one. */
const hits = new WeakMap<Field, WeakMap<readonly AssumptionCode[], Hit>>();

function hitOf(field: Field, assumed: readonly AssumptionCode[]): Hit {
  const byAssumed = hits.get(field) ?? new WeakMap<readonly AssumptionCode[], Hit>();
  hits.set(field, byAssumed);
  const known = byAssumed.get(assumed);
  if (known !== undefined) return known;
  const made: Hit = { says: `No request carries ${field.field}.`, rules: field.rules, assumed };
  byAssumed.set(assumed, made);
  return made;
}
