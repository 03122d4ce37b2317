import { browser, record } from './state.ts';
import { fromPage } from './protocol.ts';
import { strict } from './strict.ts';

interface PermissionDetails {
  readonly isMainFrame: boolean;
  readonly requestingUrl: string;
  readonly mediaTypes?: readonly string[];
}
type RequestHandler = (
  contents: unknown,
  permission: string,
  decide: (isAllowed: boolean) => void,
  details: PermissionDetails,
) => void;
type CheckHandler = (
  contents: unknown,
  permission: string,
  origin: string,
  details: PermissionDetails,
) => boolean;

/** Electron's names of what a page may ask for, and Chromium's. */
const permissions = [
  { electron: 'notifications', chromium: 'notifications' },
  { electron: 'geolocation', chromium: 'geolocation' },
  { electron: 'clipboard-read', chromium: 'clipboard-read' },
  { electron: 'clipboard-sanitized-write', chromium: 'clipboard-write' },
  { electron: 'midi', chromium: 'midi' },
  { electron: 'media', chromium: 'microphone', media: 'audio' },
  { electron: 'media', chromium: 'camera', media: 'video' },
] as const;

class Session {
  #request: RequestHandler | null = null;
  #check: CheckHandler | null = null;

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: unknown): void {
    record('session.setDevicePermissionHandler', handler);
  }

  /** Asks the app's own handlers, then puts the answers into Chromium, before a document at `url` runs. */
  async _applyPermissions(contents: unknown, url: string): Promise<void> {
    const origin = URL.parse(url)?.origin ?? 'null';
    if (origin === 'null') return;
    for (const { electron, chromium, ...more } of permissions) {
      const details: PermissionDetails = {
        isMainFrame: true,
        requestingUrl: fromPage(url),
        ...('media' in more ? { mediaTypes: [more.media] } : {}),
      };
      const isChecked = this.#check?.(contents, electron, fromPage(origin), details) ?? true;
      const isGranted = isChecked && (await this.#ask(contents, electron, details));
      const setting = isGranted ? 'granted' : 'denied';
      await browser().send('Browser.setPermission', { permission: { name: chromium }, setting, origin });
    }
  }

  async #ask(contents: unknown, permission: string, details: PermissionDetails): Promise<boolean> {
    const handler = this.#request;
    if (!handler) return true;
    return new Promise((resolve) => handler(contents, permission, resolve, details));
  }
}

const defaultSession = strict('session', new Session());
export const session = strict('session', { defaultSession });
