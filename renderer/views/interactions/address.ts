/** What a person should know of an address before it is opened. */
export interface AddressFacts {
  readonly host: string;
  readonly warnings: readonly string[];
  /** Only `https:`, and no name or password in it. */
  readonly openable: boolean;
}

/** Reads an address that a server gave; anything odd about it becomes a sentence. */
export function readAddress(text: string): AddressFacts {
  const url = URL.parse(text);
  if (url === null)
    return { host: 'nowhere', warnings: ['This is no address; it is not opened.'], openable: false };
  const warnings: string[] = [];
  const secure = url.protocol === 'https:';
  const named = url.username !== '' || url.password !== '';
  if (!secure) {
    warnings.push(
      url.protocol === 'http:'
        ? 'It is not encrypted, so it is not opened from here. Copy it if you trust it.'
        : `Addresses that begin with ${url.protocol} are not opened.`,
    );
  }
  if (named)
    warnings.push('What stands before the @ is a name or a password, not the site. It is not opened.');
  if (/(^|\.)xn--/.test(url.hostname))
    warnings.push('Its name has letters that can look like others; it is written as the network sees it.');
  if (url.port !== '') warnings.push(`It uses port ${url.port}.`);
  if (/^(\d+(\.\d+){3}|\[.*\])$/.test(url.hostname)) warnings.push('It names a number, not a site.');
  return { host: url.host === '' ? 'nowhere' : url.host, warnings, openable: secure && !named };
}
