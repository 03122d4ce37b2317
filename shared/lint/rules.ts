import { annotationsContradict } from './rules/annotations-contradict.ts';
import { annotationsLost } from './rules/annotations-lost.ts';
import { annotationsMissing } from './rules/annotations-missing.ts';
import { descriptionCut } from './rules/description-cut.ts';
import { descriptionMissing } from './rules/description-missing.ts';
import { instructionsCut } from './rules/instructions-cut.ts';
import { instructionsNotShown } from './rules/instructions-not-shown.ts';
import { listRefused } from './rules/list-refused.ts';
import { nameCharactersReplaced } from './rules/name-characters-replaced.ts';
import { nameCollapsesInCode } from './rules/name-collapses-in-code.ts';
import { nameCut } from './rules/name-cut.ts';
import { nameHashed } from './rules/name-hashed.ts';
import { nameListedTwice } from './rules/name-listed-twice.ts';
import { nameOutsideServerRule } from './rules/name-outside-server-rule.ts';
import { nameOver64 } from './rules/name-over-64.ts';
import { nameRefusedByProvider } from './rules/name-refused-by-provider.ts';
import { nameShared } from './rules/name-shared.ts';
import { nameTooLong } from './rules/name-too-long.ts';
import { outputSchemaLost } from './rules/output-schema-lost.ts';
import { schemaFlattened } from './rules/schema-flattened.ts';
import { schemaKeywordsLost } from './rules/schema-keywords-lost.ts';
import { schemaMissing } from './rules/schema-missing.ts';
import { schemaOverBudget } from './rules/schema-over-budget.ts';
import { schemaRefDangling } from './rules/schema-ref-dangling.ts';
import { schemaRefused } from './rules/schema-refused.ts';
import { schemaTooDeep } from './rules/schema-too-deep.ts';
import { serverNameNotAllowable } from './rules/server-name-not-allowable.ts';
import { serverNameRefused } from './rules/server-name-refused.ts';
import { titleLost } from './rules/title-lost.ts';
import { toolHidesItself } from './rules/tool-hides-itself.ts';
import { toolNotOffered } from './rules/tool-not-offered.ts';
import { toolOnLaterPage } from './rules/tool-on-later-page.ts';
import { toolReplaced } from './rules/tool-replaced.ts';
import { toolsOverAdvice } from './rules/tools-over-advice.ts';
import { toolsOverLimit } from './rules/tools-over-limit.ts';
import type { LintRule } from './types.ts';

/** Every rule, in the order of docs/lint.md: names, tools that vanish, schemas, texts, approval. */
export const RULES = [
  nameTooLong,
  nameListedTwice,
  toolReplaced,
  nameShared,
  nameCollapsesInCode,
  nameHashed,
  nameCut,
  nameOver64,
  nameCharactersReplaced,
  nameRefusedByProvider,
  nameOutsideServerRule,
  serverNameRefused,
  serverNameNotAllowable,
  listRefused,
  schemaRefused,
  toolOnLaterPage,
  toolsOverLimit,
  toolsOverAdvice,
  toolHidesItself,
  toolNotOffered,
  schemaMissing,
  schemaOverBudget,
  schemaFlattened,
  schemaRefDangling,
  schemaTooDeep,
  schemaKeywordsLost,
  descriptionMissing,
  descriptionCut,
  instructionsCut,
  instructionsNotShown,
  outputSchemaLost,
  titleLost,
  annotationsLost,
  annotationsMissing,
  annotationsContradict,
] as const;

export type LintCode = (typeof RULES)[number]['code'];

const byCode: ReadonlyMap<string, LintRule<LintCode>> = new Map(RULES.map((rule) => [rule.code, rule]));

/** The rule behind a code; undefined for a code of another version. */
export const ruleOf = (code: string): LintRule<LintCode> | undefined => byCode.get(code);
