import type { WireFinding } from '../../../shared/contract.ts';
import { findingText } from '../../../shared/findings.ts';
import { Chip } from '../../components/Chip.tsx';
import { isReverse, REVERSE } from './reverse.ts';

/** Marks a server that is the other direction, so that nobody takes it for the way from a client to its servers. */
export function ReverseChip({ findings }: { readonly findings: readonly WireFinding[] }) {
  if (!isReverse(findings)) return null;
  return (
    <span data-tip={findingText(REVERSE)?.says}>
      <Chip tone="none">client as server</Chip>
    </span>
  );
}
