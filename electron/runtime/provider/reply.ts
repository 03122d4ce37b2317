import type { ExecProgram, ObservedCallable } from '../../../shared/hosts/index.ts';
import type { Action } from '../../../shared/scenario.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** What happens on the side of the wire while a reply is played: done by whoever runs the host. */
export type StageAction = Extract<Action, { do: 'environments' | 'listChanged' | 'approval' }>;

/** One piece of a reply, in the form that this client understands but not yet in the bytes of a wire. */
export type ReplyPart =
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'meet'; readonly child: string; readonly timeoutMs: number }
  | { readonly kind: 'pace'; readonly chunkMs: number }
  | { readonly kind: 'stage'; readonly action: StageAction }
  | { readonly kind: 'text'; readonly text: string }
  | CallPart
  | ExecPart
  | { readonly kind: 'search'; readonly args: Arguments }
  | { readonly kind: 'fail'; readonly status: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'end' };

export interface CallPart {
  readonly kind: 'call';
  readonly callable: ObservedCallable;
  readonly args: Arguments;
  readonly spawns?: string;
}

/** A call in code mode: the program as text, and what it does as data. */
export interface ExecPart {
  readonly kind: 'exec';
  readonly program: ExecProgram;
  readonly text: string;
}

/** A reply that is planned but not yet played; `commit` moves the thread's script on. */
export interface Reply {
  readonly parts: readonly ReplyPart[];
  readonly commit: () => void;
}
