import { knownAuthNames } from '../../../../shared/auth-names.ts';
import type { AuthStep, AuthStepCode } from '../../../../shared/contract/authorization.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { FindingCode } from '../../../../shared/findings.ts';
import { sentence } from '../sentence.ts';

/** A hop under way. It takes names, codes and numbers; there is no way to hand it a value. */
export interface OpenStep {
  answered(names: Iterable<string>, status?: number): void;
  find(code: FindingCode): void;
  /** Ends the hop, well or with a fault, and tells of it. */
  end(): void;
  fail(reason: Fault): { readonly ok: false; readonly fault: Fault };
}

export interface StepStart {
  readonly way?: string;
  readonly method?: 'GET' | 'POST';
  readonly url?: URL;
  /** Names of parameters and headers. */
  readonly sent?: Iterable<string>;
}

/** The hops of one server's authorization, told one by one as they end. */
export interface Trail {
  begin(step: AuthStepCode, start?: StepStart): OpenStep;
  /** From now on this value is cut out of every text that a server sends us. */
  hide(value: string | undefined): void;
  /** A text of a server, fit to be shown: short, on one line, without anything secret. */
  quote(text: unknown): string | undefined;
}

const maxQuote = 300;
/** A shorter value would cut ordinary words to pieces; secrets are longer. */
const minSecret = 6;

/** An address as it may be shown: where, not with what. */
export const placeOf = (url: URL): string => url.origin + url.pathname;

export const createTrail = (
  onStep: (step: AuthStep) => void,
  now: () => number = () => performance.now(),
): Trail => {
  const secrets = new Set<string>();
  let begun: number | undefined;

  return {
    begin: (step, { way, method, url, sent = [] } = {}) => {
      const start = now();
      begun ??= start;
      const at = start - begun;
      const out = knownAuthNames(sent);
      const findings = new Set<FindingCode>();
      let back = knownAuthNames([]);
      let status: number | undefined;
      let isOver = false;
      const end = (reason?: Fault): void => {
        if (isOver) return;
        isOver = true;
        onStep({
          step,
          at,
          durationMs: now() - start,
          sent: out.known,
          answered: back.known,
          others: out.others + back.others,
          findings: [...findings],
          ...(way === undefined ? {} : { way }),
          ...(method === undefined ? {} : { method }),
          ...(url === undefined ? {} : { place: placeOf(url) }),
          ...(status === undefined ? {} : { status }),
          ...(reason === undefined ? {} : { fault: reason }),
        });
      };
      return {
        answered: (names, code) => {
          back = knownAuthNames(names);
          status = code ?? status;
        },
        find: (code) => void findings.add(code),
        end: () => end(),
        fail: (reason) => {
          end(reason);
          return { ok: false, fault: reason };
        },
      };
    },
    hide: (value) => {
      if (value !== undefined && value.length >= minSecret) secrets.add(value);
    },
    quote: (text) => {
      if (typeof text !== 'string') return undefined;
      let clean = text;
      for (const secret of secrets) {
        clean = clean.replaceAll(secret, '•••').replaceAll(encodeURIComponent(secret), '•••');
      }
      const line = clean.replaceAll(/\s+/g, ' ').trim();
      return sentence(line.length > maxQuote ? `${line.slice(0, maxQuote)}…` : line);
    },
  };
};
