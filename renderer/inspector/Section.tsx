import type { ReactNode } from 'react';
import { EvidenceTag, type Evidence } from '../components/EvidenceTag.tsx';
import styles from './Inspector.module.css';

interface SectionProps {
  readonly title: string;
  /** How well everything in this section is known. */
  readonly evidence?: Evidence | undefined;
  readonly children: ReactNode;
}

/** A headed part of the inspector. */
export function Section({ title, evidence, children }: SectionProps) {
  return (
    <div role="group" className={styles.section} aria-label={title}>
      <h3 className={styles.head}>
        {title}
        {evidence !== undefined && <EvidenceTag evidence={evidence} />}
      </h3>
      {children}
    </div>
  );
}
