import type { ReactNode } from 'react';
import { useApp } from '../stores/hooks.ts';
import type { Selection } from '../stores/place.ts';
import styles from './Inspector.module.css';

/** Leads from one selected thing to another. */
export function SelectLink({ to, children }: { readonly to: Selection; readonly children: ReactNode }) {
  const { navigation } = useApp();
  return (
    <button type="button" className={styles.link} onClick={() => navigation.select(to)}>
      {children}
    </button>
  );
}
