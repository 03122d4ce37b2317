import type { AppInfo } from '../../shared/contract.ts';
import type { SecretBox } from './mcp/auth/store.ts';

/** What only a shell can do. */
export interface Platform {
  readonly shell: AppInfo['shell'];
  readonly electronVersion?: string;
  saveFile?(fileName: string, text: string): Promise<boolean>;
  /** The address was checked: https only. */
  openExternal?(url: string): Promise<void>;
  /** Sends the browser to sign in. The user saw this very address and agreed; it is https, or http on this machine. */
  readonly openSignIn?: (url: string) => Promise<void>;
  /** The keychain of the system. Without one, tokens are kept in memory only. */
  readonly secrets?: SecretBox | undefined;
  /** Settles when the environment of this process is what servers shall be looked for in; nothing local starts before. */
  readonly settled?: Promise<void>;
}

export interface RuntimeOptions {
  /** The folder for state (see `homeFolder`). */
  readonly home: string;
  readonly version: string;
  /** The program's own folders: scenarios and the sample capture; the bundled probe servers. */
  readonly assets: string;
  readonly probeServers: string;
  readonly platform: Platform;
}
