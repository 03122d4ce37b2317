import type { ExposureRow, HostPlan, HostTool, RuleRef, ToolLosses } from '../hosts/index.ts';
import { gradeFor } from './grade.ts';
import { NAMING, PAGES } from './host-facts.ts';
import { instructionsFate } from './instructions.ts';
import type { Grade, LintHost } from './types.ts';

export type LossItem =
  | 'name'
  | 'description'
  | 'keywords'
  | 'title'
  | 'annotations'
  | 'outputSchema'
  | 'pages'
  | 'instructions';

/** What becomes of one part of a tool on the way to the model. */
export interface LossLine {
  readonly item: LossItem;
  /** `none`: the server gave none, so nothing can be lost. */
  readonly fate: 'kept' | 'changed' | 'lost' | 'none';
  readonly says: string;
  readonly rules: readonly RuleRef[];
  readonly grade: Grade | undefined;
}

type Line = Omit<LossLine, 'grade'>;

/** A text of the length at which hosts begin to cut, to see what they make of it. */
const LONG = 'What the server says of itself. '.repeat(160);

/** Everything that a host keeps from its model, or changes, of one tool; also of what stands around it. */
export function lossReport(
  host: LintHost,
  plan: HostPlan,
  tool: HostTool,
  row: ExposureRow,
): readonly LossLine[] {
  const losses = plan.losses(tool);
  const lines: Line[] = [
    nameLine(host, tool, row),
    ...(losses === undefined ? [] : [descriptionLine(losses), keywordsLine(losses)]),
    ...(['title', 'annotations', 'outputSchema'] as const).map((field) => fieldLine(field, tool, losses)),
    pagesLine(host, row),
    instructionsLine(host, tool),
  ];
  return lines.map((line) => ({ ...line, grade: gradeFor(line.rules) }));
}

function nameLine({ profile }: LintHost, { tool }: HostTool, row: ExposureRow): Line {
  const spelled = row.flat ?? row.name;
  const found = row.findings.flatMap(({ rules }) => rules);
  const rules = found.length === 0 ? [NAMING[profile.id]] : found;
  return spelled.includes(tool)
    ? { item: 'name', fate: 'kept', says: spelled, rules }
    : { item: 'name', fate: 'changed', says: spelled, rules };
}

function descriptionLine({ description: { original, shown, cut, rules } }: ToolLosses): Line {
  const item = 'description';
  if (original === '' && shown === '') return { item, fate: 'none', says: 'none given', rules };
  if (original === '') return { item, fate: 'changed', says: 'made up by the host', rules };
  const count = (text: string): string => text.length.toLocaleString('en');
  return cut
    ? { item, fate: 'lost', says: `cut to about ${count(shown)} of ${count(original)}`, rules }
    : { item, fate: 'kept', says: 'whole', rules };
}

function keywordsLine({ schema, lost, rules }: ToolLosses): Line {
  const item = 'keywords';
  if (schema === null) return { item, fate: 'lost', says: 'the whole tool is left out', rules };
  const words = [...new Set(lost.map(({ keyword }) => keyword))].toSorted();
  return words.length === 0
    ? { item, fate: 'kept', says: 'all', rules }
    : { item, fate: 'lost', says: `without ${words.join(', ')}`, rules };
}

function fieldLine(
  item: 'title' | 'annotations' | 'outputSchema',
  tool: HostTool,
  losses: ToolLosses | undefined,
): Line {
  const lost = losses?.fields.find(({ field }) => field === item);
  if (lost !== undefined) return { item, fate: 'lost', says: 'not shown', rules: lost.rules };
  if (tool[item] === undefined) return { item, fate: 'none', says: 'none given', rules: [] };
  return { item, fate: 'kept', says: 'shown', rules: [] };
}

function pagesLine({ profile }: LintHost, row: ExposureRow): Line {
  if (row.reason === 'later-page') {
    return { item: 'pages', fate: 'lost', says: 'on a page that is not read', rules: row.rules };
  }
  const says = profile.traits.pages === 'all' ? 'all are read' : 'the first only is read';
  return {
    item: 'pages',
    fate: profile.traits.pages === 'all' ? 'kept' : 'changed',
    says,
    rules: [PAGES[profile.id]],
  };
}

function instructionsLine(host: LintHost, { server }: HostTool): Line {
  const item = 'instructions';
  const { fate, rules } = instructionsFate(host, server, LONG);
  switch (fate) {
    case 'whole':
      return { item, fate: 'kept', says: 'passed on', rules };
    case 'cut':
      return { item, fate: 'changed', says: 'passed on, cut when long', rules };
    case 'not-sent':
      return { item, fate: 'lost', says: 'not passed on', rules };
    case 'elsewhere':
      return { item, fate: 'changed', says: 'not in the first request', rules };
  }
}
