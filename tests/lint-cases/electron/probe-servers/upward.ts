import { createRuntime } from '../runtime/runtime.ts'; // forbidden: eslint(no-restricted-imports)
import { McpServer } from '@modelcontextprotocol/server';

export const use = [createRuntime, McpServer];
