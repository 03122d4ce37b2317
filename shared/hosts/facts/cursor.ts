import type { Fact } from './fact.ts';

export const CURSOR_FACTS = [
  {
    id: 'CU-1.1',
    host: 'cursor',
    versions: 'not known',
    grade: 'reported',
    source: 'third-party guides',
    text: "No first-hand source of Cursor's names, schemas or wire was found. What is said here is the least that all guides share.",
  },
  {
    id: 'CU-4.1',
    host: 'cursor',
    versions: 'not known',
    grade: 'reported',
    source: 'third-party guides',
    text: 'About 40 tools are taken; how the rest is chosen is not known.',
  },
  {
    id: 'CU-6.1',
    host: 'cursor',
    versions: 'not known',
    grade: 'reported',
    source: 'third-party guides',
    text: 'A tool on the list of allowed ones runs (1); else the user is asked (2).',
  },
] as const satisfies readonly Fact[];
