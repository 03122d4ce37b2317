import { getCACertificates, setDefaultCACertificates } from 'node:tls';

let done = false;

/**
 * Has this process trust the certificate authorities that the system trusts, beside those that Node brings: a company's own,
 * for one. Reading them takes a moment, so it is done before the first connection that needs it.
 */
export const trustSystem = (): void => {
  if (done) return;
  done = true;
  try {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
  } catch {
    // A store that cannot be read leaves what Node brings; a certificate that is then refused is told of.
  }
};
