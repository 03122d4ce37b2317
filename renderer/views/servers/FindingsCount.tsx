import { TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import type { WireFinding } from '../../../shared/contract.ts';
import { plural } from '../../frame/format.ts';
import styles from './FindingsCount.module.css';

/** How much is wrong: a sign, a number and, for screen readers, a word. */
export function FindingsCount({ findings }: { readonly findings: readonly WireFinding[] }) {
  const weighty = findings.filter(({ severity }) => severity !== 'info');
  if (weighty.length === 0) return null;
  const worst = weighty.some(({ severity }) => severity === 'error');
  return (
    <span
      className={clsx(styles.count, worst && styles.error)}
      role="img"
      aria-label={plural(weighty.length, 'finding')}
    >
      <TriangleAlert size={13} aria-hidden /> {weighty.length}
    </span>
  );
}
