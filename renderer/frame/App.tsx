import { useStore } from 'zustand';
import { foundActions, standingActions } from '../actions/actions.ts';
import { CommandPalette } from '../components/CommandPalette.tsx';
import { Toaster } from '../components/Toaster.tsx';
import { TooltipLayer } from '../components/TooltipLayer.tsx';
import { AppContext } from '../stores/hooks.ts';
import type { AppModel } from '../stores/app.ts';
import { Dialogs } from './Dialogs.tsx';
import { Lost } from './Lost.tsx';
import { Nav } from './Nav.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TopBar } from './TopBar.tsx';
import { useShortcuts } from './useShortcuts.ts';
import { Workspace } from './Workspace.tsx';
import styles from './App.module.css';

/** The whole window. */
export function App({ app }: { readonly app: AppModel }) {
  return (
    <AppContext value={app}>
      <Frame app={app} />
    </AppContext>
  );
}

function Frame({ app }: { readonly app: AppModel }) {
  useShortcuts();
  const palette = useStore(app.ui, (ui) => ui.palette);
  const lost = useStore(app.connection, (connection) => connection.lost);
  return (
    <div className={styles.frame}>
      {lost && <Lost />}
      <TopBar />
      <Nav />
      <Workspace />
      <StatusBar />
      <CommandPalette
        open={palette}
        onOpenChange={(open) => app.ui.setState({ palette: open })}
        actions={() => [...foundActions(app), ...standingActions(app)]}
      />
      <Shortcuts />
      <Dialogs />
      <Toaster />
      <TooltipLayer />
    </div>
  );
}
