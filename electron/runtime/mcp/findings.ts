import { findings, type FindingCode, type FindingText } from '../../../shared/findings.ts';

export type McpFindingCode = FindingCode;

/**
 * Something odd that a server did. Everything but `detail` may enter events; `detail` can quote the server and is for people
 * only.
 */
export interface McpFinding {
  readonly code: McpFindingCode;
  readonly severity: FindingText['severity'];
  /** The tool it is about, by the server's own name. */
  readonly tool?: string;
  /** The list that `index` counts in; absent for tools. */
  readonly list?: 'resources' | 'templates' | 'prompts';
  /** Position of that tool in the list, from 0. */
  readonly index?: number;
  /** RFC 6901 pointer into that tool's definition or, for a call, into its structured result. */
  readonly pointer?: string;
  readonly detail?: string;
}

/** A finding with the severity that its code has everywhere. */
export const finding = (
  code: McpFindingCode,
  more: Omit<McpFinding, 'code' | 'severity'> = {},
): McpFinding => ({
  code,
  severity: findings[code].severity,
  ...more,
});
