/** What a `WWW-Authenticate` header says, as far as it is about bearer tokens. */
export interface Challenge {
  readonly resourceMetadata?: string;
  readonly scope?: string;
  readonly error?: string;
  /** Names of all its parameters. */
  readonly names: readonly string[];
}

const part = /[\s,]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/y;

/**
 * Reads a header that may hold several challenges, in any order (RFC 9110, 11.6.1). Parameters before any scheme count as
 * bearer's: some servers forget the scheme.
 */
export const readChallenge = (header: string): Challenge => {
  const found = new Map<string, string>();
  let scheme = 'bearer';
  part.lastIndex = 0;
  for (;;) {
    const at = part.lastIndex;
    const match = part.exec(header);
    if (match === null || part.lastIndex === at) break;
    const [, name = '', quoted, bare] = match;
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) scheme = name.toLowerCase();
    else if ((scheme === 'bearer' || scheme === 'dpop') && !found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), value);
  }
  // An empty value says nothing.
  const [resourceMetadata = '', scope = '', error = ''] = ['resource_metadata', 'scope', 'error'].map(
    (name) => found.get(name),
  );
  return {
    ...(resourceMetadata === '' ? {} : { resourceMetadata }),
    ...(scope === '' ? {} : { scope }),
    ...(error === '' ? {} : { error }),
    names: [...found.keys()],
  };
};
