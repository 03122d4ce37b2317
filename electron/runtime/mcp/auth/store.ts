import { join } from 'node:path';
import * as z from 'zod';
import { fault, ok, type Fault } from '../../../../shared/fault.ts';
import { readFileIfThere, writeFileAtomic } from '../../files.ts';
import { withFileLock } from '../../servers/file-lock.ts';
import { clientMethods } from './client-auth.ts';

/** A token and whom it is from, for whom and for what. It is never shown to anybody else. */
const Grant = z.strictObject({
  /** The MCP endpoint that it is sent to. */
  server: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** How the client shows who it is. */
  method: z.enum(clientMethods),
  resource: z.string(),
  tokenEndpoint: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
  scopes: z.array(z.string()),
});
export type Grant = z.infer<typeof Grant>;

/** A client that was registered by ourselves with one issuer. */
const Registration = z.strictObject({
  issuer: z.string(),
  clientId: z.string(),
  secret: z.string().optional(),
  /** Milliseconds since 1970. */
  secretExpiresAt: z.number().optional(),
  method: z.string().optional(),
  redirectUri: z.string(),
});
export type Registration = z.infer<typeof Registration>;

/** A secret of a client that was registered by hand, as the user typed it. Another address or client id gets nothing of it. */
const ClientSecretEntry = z.strictObject({ server: z.string(), clientId: z.string(), secret: z.string() });

const Kept = z.strictObject({
  grants: z.array(Grant),
  registrations: z.array(Registration),
  secrets: z.array(ClientSecretEntry).default([]),
});

/** What the system's keychain does for us; only the desktop has one. */
export interface SecretBox {
  seal(text: string): string;
  open(sealed: string): string;
}

/** Tokens by issuer, client and resource; registered clients by issuer; typed secrets by server and client. */
export interface TokenStore {
  /** Where they are kept: for good, or until the program ends. */
  readonly place: 'keychain' | 'memory';
  /** The latest grant for a server. */
  grant(server: string): Grant | undefined;
  saveGrant(grant: Grant): void;
  dropGrant(grant: Grant): void;
  registration(issuer: string): Registration | undefined;
  saveRegistration(registration: Registration): void;
  dropRegistration(issuer: string): void;
  secret(server: string, clientId: string): string | undefined;
  saveSecret(server: string, clientId: string, secret: string): void;
  /** Forgets the typed secrets of a server, of every client. */
  dropSecrets(server: string): void;
  /** Forgets what a server led to: its tokens, and the clients registered for them. */
  forget(server: string): void;
  /** Settles when everything said so far is on disk. */
  settled(): Promise<void>;
}

const grantKey = ({ issuer, clientId, resource }: Grant): string =>
  JSON.stringify([issuer, clientId, resource]);

const secretKey = (server: string, clientId: string): string => JSON.stringify([server, clientId]);

const createStore = (
  place: TokenStore['place'],
  kept: z.infer<typeof Kept>,
  save: (kept: z.infer<typeof Kept>) => Promise<void>,
): TokenStore => {
  const grants = new Map(kept.grants.map((grant) => [grantKey(grant), grant]));
  const registrations = new Map(kept.registrations.map((entry) => [entry.issuer, entry]));
  const secrets = new Map(kept.secrets.map((entry) => [secretKey(entry.server, entry.clientId), entry]));
  let saving = Promise.resolve();
  const changed = (): void => {
    const now = {
      grants: [...grants.values()],
      registrations: [...registrations.values()],
      secrets: [...secrets.values()],
    };
    saving = saving.then(() => save(now));
  };
  return {
    place,
    grant: (server) => [...grants.values()].findLast((grant) => grant.server === server),
    saveGrant: (grant) => {
      grants.delete(grantKey(grant)); // The latest stands last.
      grants.set(grantKey(grant), grant);
      changed();
    },
    dropGrant: (grant) => {
      if (grants.delete(grantKey(grant))) changed();
    },
    registration: (issuer) => registrations.get(issuer),
    saveRegistration: (entry) => {
      registrations.set(entry.issuer, entry);
      changed();
    },
    dropRegistration: (issuer) => {
      if (registrations.delete(issuer)) changed();
    },
    secret: (server, clientId) => secrets.get(secretKey(server, clientId))?.secret,
    saveSecret: (server, clientId, secret) => {
      secrets.set(secretKey(server, clientId), { server, clientId, secret });
      changed();
    },
    dropSecrets: (server) => {
      for (const [key, entry] of secrets) if (entry.server === server) secrets.delete(key);
      changed();
    },
    forget: (server) => {
      for (const [key, grant] of grants) {
        if (grant.server !== server) continue;
        grants.delete(key);
        registrations.delete(grant.issuer);
      }
      changed();
    },
    settled: () => saving,
  };
};

const empty = (): z.infer<typeof Kept> => ({ grants: [], registrations: [], secrets: [] });

/** Tokens that are gone when the program ends. */
export const memoryStore = (): TokenStore => createStore('memory', empty(), () => Promise.resolve());

const file = 'authorization.json';
const Sealed = z.strictObject({ version: z.literal(1), sealed: z.string() });

/**
 * Tokens in one sealed file beside the registry, which only the keychain of this user can open. A file that cannot be opened
 * counts as empty; the servers are authorized again.
 */
export const sealedStore = async (
  home: string,
  box: SecretBox,
  report: (notice: Fault) => void,
): Promise<TokenStore> => {
  const path = join(home, file);
  const read = async (): Promise<z.infer<typeof Kept>> => {
    try {
      const text = await readFileIfThere(path);
      if (text === undefined) return empty();
      return Kept.parse(JSON.parse(box.open(Sealed.parse(JSON.parse(text)).sealed)));
    } catch {
      report(
        fault(
          'tokens-unreadable',
          'The tokens that were kept cannot be read with the keychain of this user.',
          {
            next: 'Connect again; servers that ask for authorization open the browser once more.',
          },
        ),
      );
      return empty();
    }
  };
  const save = async (kept: z.infer<typeof Kept>): Promise<void> => {
    try {
      const sealed = box.seal(JSON.stringify(kept));
      const written = await withFileLock(path, async () => {
        await writeFileAtomic(path, `${JSON.stringify({ version: 1, sealed })}\n`);
        return ok(undefined);
      });
      if (!written.ok) report(written.fault);
    } catch {
      report(
        fault('tokens-not-kept', 'The tokens could not be kept; they are in memory until the program ends.', {
          next: 'Check the keychain, the disk and the rights of the folder.',
        }),
      );
    }
  };
  return createStore('keychain', await read(), save);
};
