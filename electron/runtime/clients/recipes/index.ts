import type { ClientRecipe } from '../types.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueCli } from './continue.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

/** Every client that a probe can start, in the order in which they are shown. */
export const recipes: readonly ClientRecipe[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  cline,
  continueCli,
];

export const recipeOf = (id: string): ClientRecipe | undefined => recipes.find((recipe) => recipe.id === id);
