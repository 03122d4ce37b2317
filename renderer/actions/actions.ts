import type { AppModel } from '../stores/app.ts';
import type { Selection, ViewName } from '../stores/place.ts';
import { views } from '../frame/views.ts';
import { shortId } from '../frame/format.ts';

/** Something the palette can do. Actions with keys are also shortcuts and stand in their list. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** As tinykeys writes chords. */
  readonly keys?: string;
  readonly hint?: string;
  readonly run: () => void;
}

/** The actions that are always there. */
export function standingActions(app: AppModel): readonly Action[] {
  const { navigation, ui, changeSettings } = app;
  const summary = () => app.open.getState().capture?.id;
  return [
    ...views.map(({ name, title, key }) => ({
      id: `view-${name}`,
      title: `Go to ${title}`,
      group: 'Views',
      keys: key,
      run: () => navigation.show(name),
    })),
    {
      id: 'palette',
      title: 'Search everything',
      group: 'Window',
      keys: '$mod+k',
      run: () => ui.setState({ palette: true }),
    },
    {
      id: 'shortcuts',
      title: 'List the shortcuts',
      group: 'Window',
      keys: 'Shift+?',
      run: () => ui.setState({ shortcuts: true }),
    },
    {
      id: 'inspector',
      title: 'Show or hide the inspector',
      group: 'Window',
      keys: 'i',
      run: () => ui.setState(({ inspector }) => ({ inspector: !inspector })),
    },
    {
      id: 'log',
      title: 'Open or fold the event log',
      group: 'Window',
      keys: 'e',
      run: () => ui.setState(({ log }) => ({ log: !log })),
    },
    { id: 'filter', title: 'Filter events', group: 'Window', keys: '/', run: () => focusFilter(app) },
    { id: 'back', title: 'Back', group: 'Window', keys: 'Alt+ArrowLeft', run: () => history.back() },
    {
      id: 'forward',
      title: 'Forward',
      group: 'Window',
      keys: 'Alt+ArrowRight',
      run: () => history.forward(),
    },
    {
      id: 'unselect',
      title: 'Select nothing',
      group: 'Window',
      keys: 'Escape',
      run: () => navigation.select(undefined),
    },
    {
      id: 'probe',
      title: 'Run the built-in probe…',
      group: 'Actions',
      run: () => ui.setState({ dialog: { kind: 'probe' } }),
    },
    {
      id: 'probe-client',
      title: 'Probe a real client…',
      group: 'Actions',
      run: () => ui.setState({ dialog: { kind: 'probeClient', client: 'codex' } }),
    },
    {
      id: 'add-server',
      title: 'Add a server…',
      group: 'Actions',
      run: () => ui.setState({ dialog: { kind: 'addServer' } }),
    },
    {
      id: 'import',
      title: 'Import a capture…',
      group: 'Actions',
      run: () => navigation.show('captures'),
    },
    { id: 'sample', title: 'Open the sample capture', group: 'Actions', run: () => void openSample(app) },
    {
      id: 'export',
      title: 'Export the capture…',
      group: 'Actions',
      run: () => ui.setState({ exporting: summary() }),
    },
    {
      id: 'theme-dark',
      title: 'Theme: dark',
      group: 'Actions',
      run: () => changeSettings({ theme: 'dark' }),
    },
    {
      id: 'theme-light',
      title: 'Theme: light',
      group: 'Actions',
      run: () => changeSettings({ theme: 'light' }),
    },
    {
      id: 'theme-system',
      title: 'Theme: as the system',
      group: 'Actions',
      run: () => changeSettings({ theme: 'system' }),
    },
  ];
}

/** Opens the capture that comes with the program. */
export async function openSample(app: AppModel): Promise<void> {
  const reply = await app.ask('captures.openSample', {});
  if (reply.ok) app.navigation.open(reply.value.capture, 'pipeline');
}

function focusFilter({ ui }: AppModel): void {
  ui.setState({ log: true });
  requestAnimationFrame(() =>
    document.querySelector<HTMLInputElement>('input[aria-label="Filter events"]')?.focus(),
  );
}

/** One action for each thing that can be found: tools, calls, threads, servers and captures. */
export function foundActions(app: AppModel): readonly Action[] {
  const { navigation } = app;
  const { capture } = app.open.getState();
  const show = (view: ViewName, selection: Selection, part?: string) => () => {
    app.ui.setState({ inspector: true });
    navigation.go({ ...navigation.store.getState(), view, part, selection });
  };
  const found: Action[] = [];
  for (const [server, tools] of capture?.models.pipeline.servers ?? []) {
    for (const tool of tools.keys()) {
      found.push({
        id: `tool-${server}/${tool}`,
        title: tool,
        hint: server,
        group: 'Tools',
        run: show('pipeline', { kind: 'tool', server, tool }),
      });
    }
  }
  for (const { call, server, tool, state } of capture?.models.calls.rows.values() ?? []) {
    found.push({
      id: call,
      title: `${tool} ${call}`,
      hint: `${server}, ${state}`,
      group: 'Calls',
      run: show('pipeline', { kind: 'call', id: call }, 'calls'),
    });
  }
  for (const { thread, role } of capture?.models.threads.threads.values() ?? []) {
    found.push({
      id: thread,
      title: `${role} thread ${shortId(thread)}`,
      group: 'Threads',
      run: show('timeline', { kind: 'thread', id: thread }),
    });
  }
  for (const { name, state } of app.servers.getState().value ?? []) {
    found.push({
      id: `server-${name}`,
      title: name,
      hint: state,
      group: 'Servers',
      run: () => navigation.show('servers', name),
    });
  }
  for (const { capture: id, name, live } of app.captures.getState().value ?? []) {
    found.push({
      id,
      title: name,
      hint: live ? 'live' : '',
      group: 'Captures',
      run: () => navigation.open(id),
    });
  }
  return found;
}
