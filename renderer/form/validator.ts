import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { quickMatch } from './quickMatch.ts';

/** The form asks this synchronously, only to choose branches; violations come from the worker. */
export const branchValidator: ValidatorType<unknown, RJSFSchema, object> = {
  isValid: (schema, value, root) => quickMatch(schema, value, root),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
