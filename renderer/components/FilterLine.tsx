import { useId, useState } from 'react';
import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import type { WordField } from '../filter/fields.ts';
import { completeFilter, type Completion } from '../filter/complete.ts';
import styles from './FilterLine.module.css';

interface FilterLineProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values of a field that occur in what is filtered. */
  readonly seen: (field: WordField) => readonly string[];
  /** What is wrong with the line, and what would be right. */
  readonly error?: string | undefined;
}

/** One line of the filter language; offers fields and values at the cursor. */
export function FilterLine({ label, value, onChange, seen, error }: FilterLineProps) {
  const errorId = useId();
  const [cursor, setCursor] = useState<number>();
  const [chosen, setChosen] = useState('');
  const offer = cursor === undefined ? undefined : completeFilter(value, cursor, seen);
  const open = offer !== undefined && offer.options.length > 0;

  const take = (option: Completion): void => {
    if (!offer) return;
    const finished = /[:>]$/.test(option.insert) ? option.insert : `${option.insert} `;
    const next = value.slice(0, offer.from) + finished + value.slice(offer.to).trimStart();
    onChange(next);
    setChosen('');
    setCursor(/[:>]$/.test(option.insert) ? offer.from + option.insert.length : undefined);
  };

  return (
    <Command
      shouldFilter={false}
      label={label}
      className={styles.root}
      vimBindings={false}
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation();
          setCursor(undefined);
        }
      }}
    >
      <Popover.Root open={open}>
        <Popover.Anchor asChild>
          <Command.Input
            aria-label={label}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : errorId}
            className={styles.input}
            placeholder="kind:call.finished server:… t>1200"
            value={value}
            onValueChange={onChange}
            onFocus={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? undefined)}
            onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? undefined)}
            onBlur={() => setCursor(undefined)}
          />
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            className={styles.list}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Completions"
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
          >
            <Command.List label="Completions">
              {offer?.options.map((option) => (
                <Command.Item
                  key={option.label}
                  value={option.label}
                  className={styles.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onSelect={() => take(option)}
                >
                  <span className="mono">{option.label}</span>
                  <span className={styles.says}>{option.says}</span>
                </Command.Item>
              ))}
            </Command.List>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {error !== undefined && (
        <span id={errorId} role="status" className={styles.error} data-tip={error}>
          {error}
        </span>
      )}
    </Command>
  );
}
