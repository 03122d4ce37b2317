import { b } from './cycle-b.ts'; // forbidden: import(no-cycle)

export const a = (): number => b() + 1;
