import { aboutForm } from '../assumed.ts';
import { rule } from './rule.ts';

export const descriptionMissing = rule({
  code: 'description-missing',
  severity: 'warning',
  means: 'The tool has no description; the model has to guess from the name what it does.',
  remedy: 'Say in one or two sentences what the tool does and when to use it.',
  by: 'tool',
  find: ({ losses, row }) => {
    if (losses === undefined || losses.description.original.trim() !== '') return undefined;
    const { shown, rules } = losses.description;
    return {
      says: shown.trim() === '' ? 'The model is shown an empty text.' : `The model reads: ${shown}`,
      rules,
      assumed: aboutForm(row.assumed),
      place: '/description',
    };
  },
});
