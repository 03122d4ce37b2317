import type { ToolLosses } from '../../hosts/index.ts';
import { aboutForm } from '../assumed.ts';
import type { Hit, ToolContext } from '../types.ts';

/** A member of the definition that the server gave and the host shows to no model. */
export const fieldLost =
  (field: ToolLosses['fields'][number]['field'], has: (context: ToolContext) => boolean) =>
  (context: ToolContext): Hit | undefined => {
    const { losses, row } = context;
    if (row.exposure === 'absent' || !has(context)) return undefined;
    const lost = losses?.fields.find((one) => one.field === field);
    if (lost === undefined) return undefined;
    return { says: `No request carries ${field}.`, rules: lost.rules, assumed: aboutForm(row.assumed) };
  };
