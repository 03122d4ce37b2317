import { useMemo, useState } from 'react';
import { Command } from 'cmdk';
import { Dialog as Primitive } from 'radix-ui';
import type { Action } from '../actions/actions.ts';
import { best } from '../actions/rank.ts';
import { Kbd } from './Kbd.tsx';
import { keyLabel } from '../frame/keys.ts';
import dialog from './Dialog.module.css';
import styles from './CommandPalette.module.css';

interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Asked once for every opening. */
  readonly actions: () => readonly Action[];
}

const SHOWN = 50;

/** Reaches every action and everything that can be found, by typing. */
export function CommandPalette({ open, onOpenChange, actions }: CommandPaletteProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialog.veil} />
        <Primitive.Content className={styles.palette} aria-describedby={undefined}>
          <Primitive.Title className={styles.hidden}>Search everything</Primitive.Title>
          <PaletteBody actions={actions} onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteBody({
  actions,
  onDone,
}: {
  readonly actions: () => readonly Action[];
  readonly onDone: () => void;
}) {
  const [query, setQuery] = useState('');
  const [all] = useState(actions);
  const shown = useMemo(
    () => best(all, ({ title, hint = '', group }) => ({ title, more: `${hint} ${group}` }), query, SHOWN),
    [all, query],
  );
  return (
    <Command label="Search everything" shouldFilter={false} loop>
      <Command.Input
        className={styles.input}
        placeholder="Search tools, calls, threads, actions"
        value={query}
        onValueChange={setQuery}
      />
      <Command.List className={styles.list} label="Results">
        <Command.Empty className={styles.empty}>Nothing is called that.</Command.Empty>
        {shown.map((action) => (
          <Command.Item
            key={action.id}
            value={action.id}
            className={styles.item}
            onSelect={() => {
              onDone();
              action.run();
            }}
          >
            <span className={styles.group}>{action.group}</span>
            <span className={styles.title}>{action.title}</span>
            {action.hint !== undefined && action.hint !== '' && (
              <span className={styles.hint}>{action.hint}</span>
            )}
            {action.keys !== undefined && <Kbd>{keyLabel(action.keys)}</Kbd>}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
