/**
 * What a server's author should know about how hosts treat the tools. Pure: tools and hosts in, alarms out. Nothing is
 * judged here that a host profile does not say; an alarm names the facts behind it and is no stronger than they are.
 */
export type * from './types.ts';
export { everyHost, lintHost } from './hosts.ts';
export { createLinter, type Linter, type LintReport } from './linter.ts';
export { RULES, ruleOf } from './rules.ts';
export { compareSeverity } from './grade.ts';
export { readToolList, wireTool } from './read.ts';
export { junit } from './format/junit.ts';
export { sarif } from './format/sarif.ts';
export { aboutOf, evidenceOf, titleOf, toolNames } from './format/words.ts';
export { lossReport, type LossItem, type LossLine } from './loss-report.ts';
