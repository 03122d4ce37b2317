import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Root } from '../mcp/answerer.ts';

/** Configured roots as a server is told of them: addresses, each with the name of its folder. */
export const toRoots = (roots: readonly string[]): readonly Root[] =>
  roots.map((root) => {
    const isAddress = root.startsWith('file://');
    const name = basename(isAddress ? pathIn(root) : root);
    return { uri: isAddress ? root : pathToFileURL(root).href, ...(name === '' ? {} : { name }) };
  });

/** A file address may lead to another machine, or be of another system. */
const pathIn = (address: string): string => {
  try {
    return fileURLToPath(address);
  } catch {
    return new URL(address).pathname;
  }
};
