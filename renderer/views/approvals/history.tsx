import type { CallRow } from '../../../shared/model/index.ts';
import { Chip } from '../../components/Chip.tsx';
import type { Column } from '../../components/VirtualTable.tsx';
import { formatExact, formatMs } from '../../frame/format.ts';
import { groupRules } from '../../inspector/groupRules.ts';
import { decisionWord } from './words.ts';

/** How each request ended: what was decided, by whom, along which steps. */
export const historyColumns: readonly Column<CallRow>[] = [
  { id: 'tool', title: 'tool', width: 'minmax(120px, 1fr)', mono: true, cell: ({ tool }) => tool },
  { id: 'server', title: 'server', width: 'minmax(100px, 0.8fr)', cell: ({ server }) => server },
  {
    id: 'decision',
    title: 'decision',
    width: '190px',
    cell: ({ approval }) =>
      approval?.decision && <Chip tone="approval">{decisionWord(approval.decision)}</Chip>,
  },
  { id: 'by', title: 'by', width: '90px', cell: ({ approval }) => approval?.by },
  {
    id: 'waited',
    title: 'waited',
    width: '80px',
    align: 'end',
    cell: ({ approval }) =>
      approval?.waitedMs === null || approval === null ? '' : formatMs(approval.waitedMs),
  },
  {
    id: 'edited',
    title: 'edited',
    width: '70px',
    cell: ({ approval }) => (approval?.edited === true ? 'yes' : ''),
  },
  {
    id: 'path',
    title: 'steps',
    width: 'minmax(120px, 1fr)',
    mono: true,
    cell: ({ approval }) => approval && stepsText(approval.path),
  },
  {
    id: 'at',
    title: 'at (ms)',
    width: '100px',
    align: 'end',
    mono: true,
    cell: ({ approval }) =>
      approval?.decidedAt === null || approval === null ? '' : formatExact(approval.decidedAt),
  },
];

const stepsText = (path: readonly string[]): string =>
  groupRules(path)
    .map(({ fact, steps }) => (steps.length === 0 ? fact : `${fact}/${steps.join(',')}`))
    .join(' ');
