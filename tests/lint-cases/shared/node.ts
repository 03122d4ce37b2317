import { readFileSync } from 'node:fs'; // forbidden: eslint(no-restricted-imports)
import path from 'path'; // forbidden: eslint(no-restricted-imports)
import type { Socket } from 'node:net'; // forbidden: eslint(no-restricted-imports)
export { join } from 'node:path'; // forbidden: eslint(no-restricted-imports)
export * from 'node:path/posix'; // forbidden: eslint(no-restricted-imports)

export type Server = import('node:net').Server; // forbidden: typescript(consistent-type-imports)
export const later = async (): Promise<unknown> => import('node:os'); // forbidden: eslint(no-restricted-imports)
export const use = (socket: Socket): string => path.join(String(readFileSync(String(socket))));
