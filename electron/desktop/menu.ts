import { Menu, type MenuItemConstructorOptions } from 'electron';

const isMac = process.platform === 'darwin';

/** Standard roles only: what the program does is in its window, within reach of the keyboard. */
const template: MenuItemConstructorOptions[] = [
  ...(isMac ? [{ role: 'appMenu' } as const] : []),
  { role: 'fileMenu' },
  { role: 'editMenu' },
  {
    label: '&View',
    submenu: [
      { role: 'reload' },
      { role: 'toggleDevTools' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  },
  { role: 'windowMenu' },
];

export function installMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
