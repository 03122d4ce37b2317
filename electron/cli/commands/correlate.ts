import { readCapture } from '../../../shared/capture.ts';
import { ok, type Result } from '../../../shared/fault.ts';
import type { CorrelationOptions } from '../../../shared/model/correlation/index.ts';
import { judgeObservations, type ObservedVerdicts } from '../../../shared/observations.ts';
import { judgeAgain, type Recorrelation, type VerdictDraft } from '../../runtime/correlate/index.ts';
import { inputName, readInput, readJson } from '../input.ts';
import { note, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { table } from '../table.ts';

export interface CorrelateOptions {
  /** How long a call waits for a late close boundary, ms. */
  readonly wait?: number;
  /** Evidence that is not looked at. */
  readonly withhold?: readonly Withheld[];
  readonly json?: true;
}

type Withheld = NonNullable<CorrelationOptions['withhold']>[number];
type Waiting = Pick<CorrelationOptions, 'waitMs' | 'withhold'>;

interface Judged {
  readonly verdicts: readonly PrintedVerdict[];
  /** Bare observations: calls that ran at the same time. */
  readonly overlaps?: ObservedVerdicts['overlaps'];
  /** Captures: where the recorded verdicts say something else. */
  readonly differences?: Recorrelation['differences'];
}

type PrintedVerdict =
  | {
      readonly call: string;
      readonly verdict: 'attributed';
      readonly tier: string;
      readonly thread: string;
      readonly window?: string | undefined;
      readonly item?: string | undefined;
      /** Weaker tiers that say the same. */
      readonly agrees: readonly string[];
    }
  | {
      readonly call: string;
      readonly verdict: 'abstained';
      readonly reason: string;
      readonly candidates: readonly string[];
    };

/** Verdicts for a capture, compared with those recorded in it, or for bare observations. */
export async function correlate(
  io: Io,
  file: string | undefined,
  options: CorrelateOptions,
): Promise<ExitCode> {
  const text = await readInput(io, file);
  if (!text.ok) return refused(io, text.fault);
  const waiting: Waiting = {
    ...(options.wait === undefined ? {} : { waitMs: options.wait }),
    ...(options.withhold === undefined ? {} : { withhold: options.withhold }),
  };
  const judged = looksLikeCapture(text.value)
    ? judgeCapture(text.value, waiting)
    : judgeBare(text.value, inputName(file), waiting);
  if (!judged.ok) return refused(io, judged.fault);
  if (options.json === true) printJson(io, judged.value);
  else printJudged(io, judged.value);
  return (judged.value.differences ?? []).length === 0 ? 0 : 1;
}

/** The header of a capture stands alone on the first line; a cut one still begins like one. */
const looksLikeCapture = (text: string): boolean => /^\s*\{\s*"throughline"\s*:/.test(text);

function judgeCapture(text: string, waiting: Waiting): Result<Judged> {
  const capture = readCapture(text);
  if (!capture.ok) return capture;
  const { verdicts, differences } = judgeAgain(capture.value.events, waiting);
  // Verdicts that rest on less say something else by intention.
  if (waiting.withhold !== undefined) return ok({ verdicts: verdicts.map(fromDraft) });
  return ok({ verdicts: verdicts.map(fromDraft), differences });
}

function fromDraft(draft: VerdictDraft): PrintedVerdict {
  if (draft.kind === 'call.abstained') {
    return { call: draft.call, verdict: 'abstained', reason: draft.reason, candidates: draft.candidates };
  }
  const { call, tier, thread, window, item, agrees } = draft;
  return {
    call,
    verdict: 'attributed',
    tier,
    thread,
    ...(window === undefined ? {} : { window }),
    ...(item === undefined ? {} : { item }),
    agrees,
  };
}

function judgeBare(text: string, name: string, waiting: Waiting): Result<Judged> {
  const json = readJson(text, name, 'input-not-json');
  if (!json.ok) return json;
  const { withhold = [], waitMs } = waiting;
  return judgeObservations(json.value, {
    ...(waitMs === undefined ? {} : { waitMs }),
    withholdMeta: withhold.includes('meta'),
  });
}

function printJudged(io: Io, { verdicts, overlaps = [], differences = [] }: Judged): void {
  const rows = verdicts.map((one) =>
    one.verdict === 'attributed'
      ? [one.call, one.tier, one.thread, one.window ?? '', one.item ?? '']
      : [one.call, 'abstained', one.reason, one.candidates.join(', ')],
  );
  for (const line of table([['call', 'tier', 'thread', 'window', 'item'], ...rows])) print(io, line);
  for (const { calls, ms } of overlaps) print(io, `${calls.join(' and ')} overlap by ${ms} ms`);
  for (const { call, recorded, recomputed } of differences) {
    print(io, styled(io, 'red', `${call} differs: recorded ${recorded}; computed ${recomputed}`));
  }
  const attributed = verdicts.filter((one) => one.verdict === 'attributed').length;
  note(io, `${attributed} attributed, ${verdicts.length - attributed} abstained`);
}
