import type { ComponentProps } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { clsx } from 'clsx';
import styles from './SplitPane.module.css';

/** Panels beside or above each other whose border can be dragged, and moved with the arrow keys. */
export const SplitPane = Group;
export const Pane = Panel;

type SplitterProps = ComponentProps<typeof Separator> & { readonly label: string; readonly hidden?: boolean };

/** The draggable border between two panes. */
export function Splitter({ label, hidden = false, className, ...rest }: SplitterProps) {
  return (
    <Separator
      aria-label={label}
      className={clsx(styles.splitter, hidden && styles.gone, className)}
      {...rest}
    />
  );
}
