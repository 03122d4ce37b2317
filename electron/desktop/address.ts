/** Which addresses are ours, and which may be opened outside. Addresses are compared in parsed form, never by prefix. */

export const scheme = 'app';
const host = 'throughline';
export const startAddress = `${scheme}://${host}/index.html`;

/** True for a page of this program. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === host;
}

/** The address as the system's browser will get it, or undefined: `https:` only, and nothing hidden before the host name. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
