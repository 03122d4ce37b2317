import { app } from 'electron'; // forbidden: eslint(no-restricted-imports)
import type { Runtime } from '../electron/runtime/runtime.ts'; // forbidden: eslint(no-restricted-imports)
import { draw } from '../renderer/timeline/draw.ts'; // forbidden: eslint(no-restricted-imports)
import { fixture } from '../tests/fixture.ts'; // forbidden: eslint(no-restricted-imports)
import React from 'react'; // forbidden: eslint(no-restricted-imports)
import * as z from 'zod';
import { sha256 } from '@noble/hashes/sha2.js';

export const shell = async (): Promise<unknown> => import('../electron/desktop/start.ts'); // forbidden: eslint(no-restricted-imports)
export const use = (runtime: Runtime): unknown[] => [app, runtime, draw, fixture, React, z, sha256];
