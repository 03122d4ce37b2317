import { aboutForm } from '../assumed.ts';
import { rule } from './rule.ts';

export const descriptionCut = rule({
  code: 'description-cut',
  severity: 'warning',
  means: 'The description is longer than a host shows; the model does not read its end.',
  remedy: 'Put what matters first and shorten the description.',
  by: 'tool',
  find: ({ losses, row }) => {
    if (losses?.description.cut !== true) return undefined;
    const { original, shown, rules } = losses.description;
    return {
      says: `Of ${original.length} characters the model reads about ${Math.min(shown.length, original.length)}.`,
      rules,
      assumed: aboutForm(row.assumed),
      place: '/description',
    };
  },
});
