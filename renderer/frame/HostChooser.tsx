import { ChevronDown } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { Menu, type MenuItem } from '../components/Menu.tsx';
import { sameHost } from '../../shared/model/pipeline.ts';
import { useApp } from '../stores/hooks.ts';
import { hostChoices, hostLabel, useHost } from '../stores/hosts.ts';
import styles from './CaptureSwitcher.module.css';

/** Through which host's eyes the pipeline is seen. */
export function HostChooser() {
  const { host: store } = useApp();
  const { host, chosen } = useHost();
  const items: MenuItem[] = [
    { label: 'As in the capture', checked: !chosen, onSelect: () => store.setState({ host: null }) },
    ...hostChoices().map((choice) => ({
      label: choice.label,
      checked: chosen && host !== null && sameHost(choice.host, host),
      onSelect: () => store.setState({ host: choice.host }),
    })),
  ];
  const label = host ? hostLabel(host) : 'No host';
  return (
    <Menu
      label="Hosts"
      align="end"
      items={items}
      trigger={
        <Button className={styles.button} aria-label={`Host: ${label}`}>
          <span className={styles.name}>{label}</span>
          <ChevronDown size={13} className={styles.arrow} aria-hidden />
        </Button>
      }
    />
  );
}
