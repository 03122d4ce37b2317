import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPatientFetch, patientFetch } from './patient-fetch.ts';

let url = '';
const server = createServer((_request, response) => void setTimeout(() => response.end('late'), 2500));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => server.close());

describe('the fetch without limits', () => {
  it('is limited by nothing but what it is told', async () => {
    const hasty = createPatientFetch({ headersTimeout: 500, bodyTimeout: 500 });
    const [patient, impatient] = await Promise.allSettled([patientFetch(url), hasty(url)]);
    expect(patient.status === 'fulfilled' && (await patient.value.text())).toBe('late');
    // That its own limits are obeyed shows that Node's are not in force.
    expect(impatient.status).toBe('rejected');
  });
});
