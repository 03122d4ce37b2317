import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const fetchModule = JSON.stringify(join(import.meta.dirname, 'patient-fetch.ts'));

// Where the system's store can be named by a variable; elsewhere a test would have to change the system.
describe.runIf(process.platform === 'linux')(
  'a certificate of an authority that only the system trusts',
  () => {
    it('is accepted', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'throughline-trust-'));
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const about = [
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-days',
        '1',
        '-nodes',
      ];
      const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
      execFileSync('openssl', ['req', '-x509', ...about, ...kind, '-keyout', key, '-out', cert], {
        stdio: 'ignore',
      });
      const server = createServer(
        { key: readFileSync(key), cert: readFileSync(cert) },
        (_request, response) => response.end('welcome'),
      ).listen(0, '127.0.0.1');
      try {
        await once(server, 'listening');
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const script = `import { patientFetch } from ${fetchModule};
        const answer = await patientFetch('https://127.0.0.1:${port}/').catch((error) => error.cause?.code);
        console.log(typeof answer === 'string' ? answer : await answer.text());`;
        const said = async (env: NodeJS.ProcessEnv): Promise<string> =>
          (
            await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
          ).stdout.trim();
        expect(await said({ ...process.env, SSL_CERT_FILE: cert })).toBe('welcome');
        expect(await said(process.env)).not.toBe('welcome');
      } finally {
        server.closeAllConnections();
        server.close();
        rmSync(folder, { recursive: true });
      }
    });
  },
);
