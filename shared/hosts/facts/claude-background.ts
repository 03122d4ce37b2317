import type { Fact } from './fact.ts';

/** What is known of Claude Code and no decision of a profile rests on. */
export const CLAUDE_BACKGROUND_FACTS = [
  {
    id: 'CC-2.03',
    host: 'claude',
    versions: 'from 2.1.232',
    grade: 'documented',
    source: 'Claude Code changelog',
    text: 'The protocol of 2026-07-28 is spoken by default.',
  },
  {
    id: 'CC-2.04',
    host: 'claude',
    versions: 'from 2.1.268',
    grade: 'documented',
    source: 'Claude Code changelog',
    text: "The list of tools stays as it is during a conversation; tools of a server that connects late are added deferred. The first request's list need not be the last.",
  },
  {
    id: 'CC-3.03',
    host: 'claude',
    versions: 'to about 2.1.240',
    grade: 'documented',
    source: 'Claude Code documentation: agent SDK',
    text: 'The SDK has a variable that leaves the prefix off the names.',
  },
  {
    id: 'CC-4.05',
    host: 'claude',
    versions: 'to about 2.1.240',
    grade: 'documented',
    source: "the provider's public Messages API",
    text: 'The API itself has tool search, by pattern or BM25; a tool cannot be deferred and marked for the cache at once.',
  },
  {
    id: 'CC-7.01',
    host: 'claude',
    versions: 'to about 2.1.240',
    grade: 'documented',
    source: 'Claude Code documentation: gateway protocol',
    text: 'Requests go to /v1/messages as event streams; tokens may be counted, the address greeted, and models listed when a variable says so.',
  },
  {
    id: 'CC-7.02',
    host: 'claude',
    versions: 'to about 2.1.240',
    grade: 'documented',
    source: 'Claude Code documentation: env-vars',
    text: 'A token, a key or a helper program logs in; further headers and the model are variables too.',
  },
  {
    id: 'CC-7.05',
    host: 'claude',
    versions: 'to about 2.1.240',
    grade: 'documented',
    source: 'Claude Code documentation: gateway protocol',
    text: 'Headers and members of a request are open lists; what is in between passes them on unchanged.',
  },
] as const satisfies readonly Fact[];
