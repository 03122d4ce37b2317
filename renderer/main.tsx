import './boot.ts';
import './theme/index.ts';
import { createRoot } from 'react-dom/client';
import { createClient } from '../shared/rpc.ts';
import { connect } from './connect.ts';
import { App } from './frame/App.tsx';
import { Unconnected } from './frame/Unconnected.tsx';
import { createApp } from './stores/app.ts';
import { applyTheme, rememberedTheme } from './stores/theme.ts';

applyTheme(window, rememberedTheme(window));

const place = document.querySelector('#root');
if (place) {
  const root = createRoot(place);
  root.render(<Unconnected />);
  const port = await connect(window);
  if (port.ok) {
    const app = createApp(createClient(port.value), window);
    port.value.onClose(() => app.connection.setState({ lost: true }));
    root.render(<App app={app} />);
  } else root.render(<Unconnected fault={port.fault} />);
}
