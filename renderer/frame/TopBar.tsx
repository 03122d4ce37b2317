import { ArrowLeft, ArrowRight, PanelRight } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { useApp, useOpenSummary, useUi } from '../stores/hooks.ts';
import { Brand } from './Brand.tsx';
import { CaptureSwitcher } from './CaptureSwitcher.tsx';
import { HostChooser } from './HostChooser.tsx';
import { LiveClock } from './LiveClock.tsx';
import { modKey } from './keys.ts';
import { ThemeButton } from './ThemeButton.tsx';
import styles from './TopBar.module.css';

/** What is being looked at, and the actions that belong to all of it. */
export function TopBar() {
  const { ui } = useApp();
  const inspector = useUi((state) => state.inspector);
  const summary = useOpenSummary();
  return (
    <header className={styles.bar}>
      <Brand />
      <div className={styles.history}>
        <IconButton icon={ArrowLeft} label="Back" onClick={() => history.back()} />
        <IconButton icon={ArrowRight} label="Forward" onClick={() => history.forward()} />
      </div>
      <CaptureSwitcher />
      <LiveClock />
      <button type="button" className={styles.search} onClick={() => ui.setState({ palette: true })}>
        <span className={styles.prompt}>Search tools, calls, threads, actions</span>
        <span className={styles.key}>
          <Kbd>{modKey('K')}</Kbd>
        </span>
      </button>
      <HostChooser />
      <ThemeButton />
      <Button disabled={!summary} onClick={() => ui.setState({ exporting: summary?.capture })}>
        Export
      </Button>
      <IconButton
        icon={PanelRight}
        label="Inspector"
        aria-pressed={inspector}
        onClick={() => ui.setState({ inspector: !inspector })}
      />
    </header>
  );
}
