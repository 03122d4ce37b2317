import type { ClientId, ClientWay, ClientWire, Login } from '../../../shared/contract/clients.ts';
import type { ModelClass } from '../../../shared/hosts/index.ts';
import type { EventOf } from '../../../shared/event.ts';
import type { StdioCommand } from '../tap/index.ts';

export type { ClientId, ClientWay, ClientWire, Login };

export interface Platform {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Linux without glibc. */
  readonly musl: boolean;
}

/** The program inside an installed package, relative to the folder that it was installed into. */
export interface ClientEntry {
  /** `node` entries are scripts; the rest runs by itself. */
  readonly kind: 'native' | 'node';
  readonly path: string;
}

/** Folders of one run; they go when it ends. */
export interface Scratch {
  readonly root: string;
  /** HOME of the client. */
  readonly home: string;
  /** Its working folder, empty. */
  readonly work: string;
  /** Its temporary files. */
  readonly temp: string;
}

/** Everything that decides how one run is started. */
export interface LaunchRequest {
  readonly version: string;
  readonly scratch: Scratch;
  /** `http://127.0.0.1:PORT`, as the client reaches it. */
  readonly providerUrl: string;
  /** From `newCredential` for the login in use. */
  readonly key: string;
  readonly way: ClientWay;
  readonly prompt: string;
  readonly server: StdioCommand & { readonly name: string };
  /** Raw names of the tools that the run may call. */
  readonly tools: readonly string[];
  /** Allow their calls without a question. Without it the client decides as it would by itself. */
  readonly approve: boolean;
  /** Make the client wait for the server, where it can be told to. */
  readonly required: boolean;
  /** As shipped when left out. */
  readonly modelClass?: ModelClass | undefined;
  /** For what has to look recent. */
  readonly now: Date;
}

export interface LaunchPlan {
  readonly args: readonly string[];
  /** On top of the bare environment of a run. */
  readonly env: Readonly<Record<string, string>>;
  /** Configuration that the client finds; paths are absolute and inside the scratch folders. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Folders that it wants to find, besides those of the files. */
  readonly folders?: readonly string[];
}

/** A lifecycle line of the client's own machine-readable output. Names and ids are raw: the gate is still ahead of them. */
export interface ClientReport {
  readonly what: EventOf<'client.reported'>['what'];
  readonly server?: string | undefined;
  /** Raw name of the server's tool. */
  readonly tool?: string | undefined;
  readonly thread?: string | undefined;
  readonly item?: string | undefined;
  /** A word of ours, never of the client's. */
  readonly status?: string | undefined;
}

/** Reads the standard output of one run. */
export interface OutputReader {
  line(text: string): readonly ClientReport[];
  end(): readonly ClientReport[];
  /** What the client says last, as far as it was told. */
  finalText(): string | undefined;
  /** What it says went wrong, for people; never for events. */
  complaint?(): string | undefined;
}

/** How one client is had, started, told to use the fake provider, and understood. Data, and functions of their inputs only. */
export interface ClientRecipe {
  readonly id: ClientId;
  readonly title: string;
  /** npm package. */
  readonly package: string;
  /** Pinned versions, oldest first; the last is the one to take. */
  readonly versions: readonly string[];
  /** As the package states it. */
  readonly licence: string;
  /** Its name on PATH. */
  readonly program: string;
  readonly entry: (platform: Platform) => ClientEntry | undefined;
  /** Major version of Node that it needs, when it needs Node. */
  readonly node?: number;
  /** Finds the version in what `--version` prints. */
  readonly versionPattern: RegExp;
  /** The flag or setting by which a run tells it to allow calls, for people; absent where it needs to be told nothing. */
  readonly allowsBy?: string;
  /** Ways of talking to the provider; the first is the usual one. */
  readonly ways: readonly ClientWay[];
  readonly modelClasses: readonly ModelClass[];
  /** The class of a version as it ships, where that is known; of others nobody knows. */
  readonly asShipped?: Readonly<Record<string, ModelClass>>;
  /** When an agent that it is told to start begins: at once, while the reply goes on, or when the reply is over. */
  readonly children: 'at-once' | 'after-reply' | { readonly none: string };
  /** Its output says nothing of turns: an end with code 0 stands for a turn that was completed. */
  readonly saysNoTurns?: true;
  /** In its output: the client wants somebody to log in. */
  readonly loginPattern?: RegExp;
  /** Host names that it was seen to ask for, quiet as it is. */
  readonly outside: readonly string[];
  /** Folders of machine-wide settings; hidden from a run where that is possible. */
  readonly managed: readonly string[];
  readonly launch: (request: LaunchRequest) => LaunchPlan;
  readonly reader: (server: string) => OutputReader;
}
