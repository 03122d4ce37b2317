import type { ServerConfig } from '../../../shared/contract.ts';
import type { Fault, Result } from '../../../shared/fault.ts';

/** What would run, shown to the user before it does. */
export interface Launch {
  /** The exact command line, quoted as a shell would need it; undefined for a URL. */
  readonly commandLine?: string;
  /** Where the program was found on PATH; undefined when it was not. */
  readonly resolvedCommand?: string;
  /** Digest of command line, working directory and environment names: consent is given to exactly this. */
  readonly digest: string;
}

/** The registered servers: `servers.json` in the home folder, read again before each change. */
export interface ServerRegistry {
  list(): readonly ServerConfig[];
  get(name: string): ServerConfig | undefined;
  onChange(listener: () => void): () => void;
  add(config: ServerConfig): Promise<Result<ServerConfig>>;
  update(name: string, config: ServerConfig): Promise<Result<ServerConfig>>;
  remove(name: string): Promise<Result<void>>;
  /** Brings back what `remove` took, while the program runs. */
  restore(name: string): Promise<Result<ServerConfig>>;
  launch(config: ServerConfig): Promise<Launch>;
  /** A URL needs no consent. */
  consented(config: ServerConfig): Promise<boolean>;
  /** Refused when `commandLine` is not what would run now. */
  consent(name: string, commandLine: string): Promise<Result<void>>;
}

/** `report` hears of a file that cannot be read; everything else goes on. */
export type OpenRegistry = (home: string, report: (fault: Fault) => void) => Promise<ServerRegistry>;
