import type { HostId } from '../ids.ts';

/**
 * One thing that a profile takes to be true of a host.
 *
 * Grades, strongest first: `measured` on the binary of a version in the range; `read` in the host's published source
 * of that time; `documented` by the host's maker; `reported` by somebody else.
 */
export interface Fact {
  id: string;
  host: HostId;
  /** Versions that the fact is known to hold for. */
  versions: string;
  grade: 'measured' | 'read' | 'documented' | 'reported';
  source: string;
  text: string;
}
