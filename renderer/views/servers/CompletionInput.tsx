import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { clsx } from 'clsx';
import { Popover } from 'radix-ui';
import input from '../../components/Input.module.css';
import styles from '../../components/FilterLine.module.css';

interface CompletionInputProps {
  readonly id: string;
  readonly value: string;
  readonly placeholder: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (value: string) => void;
  /** What may stand here, for what is typed so far; an empty list where nobody knows. */
  readonly complete: (value: string, signal: AbortSignal) => Promise<readonly string[]>;
}

const PAUSE_MS = 150;

/** One line of text for which a server suggests values. */
export function CompletionInput(props: CompletionInputProps) {
  const { value, complete, onChange } = props;
  const list = useId();
  const [asking, setAsking] = useState(false);
  const [options, setOptions] = useState<readonly string[]>([]);
  const [active, setActive] = useState<number>();

  useEffect(() => {
    if (!asking) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void (async () => {
        const found = await complete(value, stop.signal);
        if (stop.signal.aborted) return;
        setOptions(found);
        setActive(undefined);
      })();
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asks when what is typed changes, not when the page draws anew
  }, [asking, value]);

  const open = asking && options.length > 0 && !(options.length === 1 && options[0] === value);
  const close = (): void => {
    setAsking(false);
    setOptions([]);
    setActive(undefined);
  };
  const take = (option: string | undefined): void => {
    if (option !== undefined) onChange(option);
    close();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) {
      // Escape also calls off what the server has not answered yet.
      if (event.key === 'Escape' && asking) close();
      else if (event.key === 'ArrowDown') setAsking(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const last = options.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        setActive(active === undefined || active === last ? 0 : active + 1);
        break;
      case 'ArrowUp':
        setActive(active === undefined || active === 0 ? last : active - 1);
        break;
      case 'Enter':
        // Nothing is taken that was not chosen: Enter then sends what is typed.
        if (active === undefined) return;
        take(options[active]);
        break;
      case 'Escape':
        close();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popover.Root open={open}>
      <Popover.Anchor asChild>
        <input
          id={props.id}
          type="text"
          role="combobox"
          className={clsx(input.input, input.mono)}
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-activedescendant={open && active !== undefined ? `${list}-${active}` : undefined}
          aria-autocomplete="list"
          aria-required={props.required}
          aria-describedby={props.describedBy}
          autoComplete="off"
          spellCheck={false}
          disabled={props.disabled}
          placeholder={props.placeholder}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            setAsking(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
      </Popover.Anchor>
      <Popover.Content
        role="presentation"
        className={styles.list}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <ul role="listbox" id={list} aria-label="Suggestions of the server">
          {options.map((option, at) => (
            <li
              key={`${at} ${option}`}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === active}
              className={clsx(styles.option, at === active && styles.active)}
              onPointerDown={(event) => {
                event.preventDefault();
                take(option);
              }}
            >
              <span className="mono">{option}</span>
            </li>
          ))}
        </ul>
      </Popover.Content>
    </Popover.Root>
  );
}
