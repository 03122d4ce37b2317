import type { ReactNode } from 'react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { clsx } from 'clsx';
import styles from './Menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Shown as a tick; makes the item one of a group of choices. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}

/** A list of actions under a button. */
export function Menu({ trigger, label, items, align = 'start' }: MenuProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={styles.menu}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {items.map((item) => (
            <MenuRow key={item.label} item={item} />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function MenuRow({ item }: { readonly item: MenuItem }) {
  const { label, hint, danger = false, disabled = false, checked, onSelect } = item;
  const className = clsx(styles.item, danger && styles.danger);
  const words = (
    <>
      <span className={styles.label}>{label}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </>
  );
  if (checked === undefined) {
    return (
      <Primitive.Item className={className} disabled={disabled} onSelect={onSelect}>
        {words}
      </Primitive.Item>
    );
  }
  return (
    <Primitive.CheckboxItem className={className} checked={checked} disabled={disabled} onSelect={onSelect}>
      <span className={styles.tick} aria-hidden>
        {checked ? '✓' : ''}
      </span>
      {words}
    </Primitive.CheckboxItem>
  );
}
