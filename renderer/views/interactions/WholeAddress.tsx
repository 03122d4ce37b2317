import type { ReactNode } from 'react';
import { KeyValue } from '../../components/KeyValue.tsx';
import { readAddress } from './address.ts';
import styles from './Interactions.module.css';

interface WholeAddressProps {
  readonly url: string;
  /** What else is to be known of it. */
  readonly more?: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** An address that somebody else wants opened: every character of it, where it leads, and what is odd about it. */
export function WholeAddress({ url, more = [] }: WholeAddressProps) {
  const { host, warnings } = readAddress(url);
  return (
    <div className={styles.whole}>
      <pre className={styles.address} tabIndex={0} aria-label="The whole address">
        {url}
      </pre>
      <KeyValue
        wide
        rows={[
          { name: 'leads to', value: host, mono: true },
          ...(warnings.length === 0
            ? []
            : [{ name: 'mind', value: warnings.map((one) => <div key={one}>{one}</div>) }]),
          ...more,
        ]}
      />
    </div>
  );
}
