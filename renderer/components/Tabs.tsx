import type { ReactNode } from 'react';
import { Tabs as Primitive } from 'radix-ui';
import { clsx } from 'clsx';
import styles from './Tabs.module.css';

export interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number;
  readonly content: ReactNode;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly tabs: readonly Tab<Id>[];
  /** What stands on the row of tabs: before them and after them. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly className?: string | undefined;
}

/** Several panels, one shown; the row of tabs can carry a title and buttons. */
export function Tabs<Id extends string>({
  label,
  value,
  onChange,
  tabs,
  before,
  after,
  className,
}: TabsProps<Id>) {
  const change = (id: string): void => {
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab) onChange(tab.id);
  };
  return (
    <Primitive.Root value={value} onValueChange={change} className={clsx(styles.root, className)}>
      <div className={styles.bar}>
        {before}
        <Primitive.List aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <Primitive.Trigger key={tab.id} value={tab.id} className={styles.tab}>
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        <span className={styles.space} />
        {after}
      </div>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className={styles.panel} tabIndex={-1}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
