import { a } from './cycle-a.ts'; // forbidden: import(no-cycle)

export const b = (): number => a() + 1;
