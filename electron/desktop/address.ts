/** Which addresses are ours, and which may be opened outside. Addresses are compared in parsed form, never by prefix. */

export const scheme = 'app';
const host = 'throughline';
export const startAddress = `${scheme}://${host}/index.html`;

/** True for a page of this program. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === host;
}

const isLoopback = (name: string): boolean => /^(127(\.\d+){3}|\[::1\]|localhost|.+\.localhost)$/.test(name);

/** The same for an address to sign in at, which may also be `http:` on this machine. */
export function signInAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:') return externalAddress(address);
  return isLoopback(url.hostname) && url.username === '' && url.password === '' ? url.href : undefined;
}

/** The address as the system's browser will get it, or undefined: `https:` only, and nothing hidden before the host name. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
