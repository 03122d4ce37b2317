import type {
  CodexModel,
  ExposureKind,
  ExposureReason,
  ModelClass,
  Reach,
  RuleRef,
  Surface,
} from '../types.ts';

export { isModelVisible } from '../visibility.ts';

/** Model metadata of the three classes that decide a request's shape (CX-5.2). */
export const CODEX_MODELS: Record<Exclude<ModelClass, 'flat'>, CodexModel> = {
  direct: { toolMode: 'direct', search: false, lite: false },
  search: { toolMode: 'direct', search: true, lite: false },
  exec: { toolMode: 'codeModeOnly', search: true, lite: true },
};

export interface PolicyInput {
  model: CodexModel;
  omit: readonly Surface[];
  /** Is the tool's namespace configured to be direct only? */
  directOnly: boolean;
}

export interface PolicyAnswer {
  exposure: Exclude<ExposureKind, 'absent'>;
  reason: ExposureReason;
  rules: readonly RuleRef[];
}

/** The exposure of one listed, allowed and visible MCP tool (CX-5.3). */
export function exposurePolicy({ model, omit, directOnly }: PolicyInput): PolicyAnswer {
  const left = new Set<Surface>(
    (['direct', 'deferred', 'code_mode'] as const).filter((one) => !omit.includes(one)),
  );
  const rules: RuleRef[] = ['CX-5.3/1'];
  if (directOnly) {
    left.delete('deferred');
    left.delete('code_mode');
    rules.push('CX-5.3/2');
  }
  const defers =
    model.search && left.has('deferred') && (model.toolMode !== 'codeModeOnly' || left.has('code_mode'));
  left.delete(defers ? 'direct' : 'deferred');
  rules.push('CX-5.3/3', 'CX-5.3/4');
  return { exposure: kindOf(left), reason: reasonOf({ model, omit, directOnly }, left, defers), rules };
}

function kindOf(left: ReadonlySet<Surface>): Exclude<ExposureKind, 'absent'> {
  const code = left.has('code_mode');
  if (left.has('deferred')) return code ? 'deferred' : 'deferredModelOnly';
  if (left.has('direct')) return code ? 'direct' : 'directModelOnly';
  return code ? 'codeModeOnly' : 'hidden';
}

function reasonOf(input: PolicyInput, left: ReadonlySet<Surface>, defers: boolean): ExposureReason {
  if (left.size === 0) return 'all-surfaces-omitted';
  if (input.directOnly) return 'direct-only-namespace';
  if (defers) return input.omit.includes('code_mode') ? 'code-mode-omitted' : 'search-on';
  if (!left.has('direct')) return 'only-code-mode-left';
  if (!input.model.search) return 'search-off';
  return input.omit.includes('deferred') ? 'deferred-omitted' : 'code-mode-omitted';
}

/** Is the definition part of the first request (CX-5.10)? */
export function isDeclared(exposure: ExposureKind, model: CodexModel): boolean {
  if (exposure === 'directModelOnly') return true;
  return exposure === 'direct' && model.toolMode !== 'codeModeOnly';
}

/** The model's own way to the tool, strongest first: its declaration, a search, a program. */
export function reachOf(exposure: ExposureKind, model: CodexModel): Reach {
  if (isDeclared(exposure, model)) return 'declared';
  const searchable = exposure === 'deferred' || exposure === 'deferredModelOnly';
  // The search tool itself is not declared in code mode only (CX-5.10).
  if (searchable && model.search && model.toolMode !== 'codeModeOnly') return 'search';
  const nested = exposure === 'direct' || exposure === 'deferred' || exposure === 'codeModeOnly';
  return nested && model.toolMode !== 'direct' ? 'exec' : 'none';
}
