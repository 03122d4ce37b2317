import { useId, useState, type KeyboardEvent } from 'react';
import { clsx } from 'clsx';
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
  const id = useId();
  // Undefined while nothing is to be offered: the field is left, or the list was closed.
  const [cursor, setCursor] = useState<number>();
  const [active, setActive] = useState(0);
  const offer = cursor === undefined ? undefined : completeFilter(value, cursor, seen);
  const options = offer?.options ?? [];
  const open = options.length > 0;
  const at = Math.min(active, options.length - 1);

  const moveTo = (position: number | null): void => {
    setCursor(position ?? undefined);
    setActive(0);
  };

  const take = (option: Completion | undefined): void => {
    if (!offer || !option) return;
    const asksForValue = /[:>]$/.test(option.insert);
    const inserted = asksForValue ? option.insert : `${option.insert} `;
    onChange(value.slice(0, offer.from) + inserted + value.slice(offer.to).trimStart());
    moveTo(asksForValue ? offer.from + inserted.length : null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    switch (event.key) {
      case 'ArrowDown':
        setActive((at + 1) % options.length);
        break;
      case 'ArrowUp':
        setActive((at + options.length - 1) % options.length);
        break;
      case 'Enter':
        take(options[at]);
        break;
      case 'Escape':
        moveTo(null);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.root}>
      <Popover.Root open={open}>
        <Popover.Anchor asChild>
          <input
            type="text"
            role="combobox"
            aria-label={label}
            aria-expanded={open}
            aria-controls={open ? `${id}-list` : undefined}
            aria-activedescendant={open ? `${id}-${at}` : undefined}
            aria-autocomplete="list"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            autoComplete="off"
            spellCheck={false}
            className={styles.input}
            placeholder="kind:call.finished server:… t>1200"
            value={value}
            onChange={({ target }) => {
              onChange(target.value);
              moveTo(target.selectionStart);
            }}
            onClick={({ currentTarget }) => moveTo(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            onBlur={() => moveTo(null)}
          />
        </Popover.Anchor>
        <Popover.Portal>
          <Popover.Content
            role="presentation"
            className={styles.list}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
          >
            <ul role="listbox" id={`${id}-list`} aria-label="Completions">
              {options.map((option, index) => (
                <li
                  key={option.label}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={clsx(styles.option, index === at && styles.active)}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    take(option);
                  }}
                >
                  <span className="mono">{option.label}</span>
                  <span className={styles.says}>{option.says}</span>
                </li>
              ))}
            </ul>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {error !== undefined && (
        <span id={`${id}-error`} role="status" className={styles.error} data-tip={error}>
          {error}
        </span>
      )}
    </div>
  );
}
