import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where state lives: `THROUGHLINE_HOME`, else the platform's folder; the same for all shells. */
export function homeFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env['THROUGHLINE_HOME'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const user = homedir();
  switch (platform) {
    case 'darwin':
      return join(user, 'Library', 'Application Support', 'Throughline');
    case 'win32':
      return join(env['APPDATA'] ?? join(user, 'AppData', 'Roaming'), 'Throughline');
    default:
      return join(env['XDG_CONFIG_HOME'] ?? join(user, '.config'), 'throughline');
  }
}
