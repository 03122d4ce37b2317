import { protocol } from 'electron'; // forbidden: eslint(no-restricted-imports)
import { createRuntime } from '../runtime/runtime.ts'; // forbidden: eslint(no-restricted-imports)

export const use = [protocol, createRuntime];
