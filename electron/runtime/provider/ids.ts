import { randomBytes } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const base62 = (length: number): string =>
  [...randomBytes(length)].map((byte) => letters[byte % 62]).join('');

/** Ids in the shapes that real providers give, so that clients and joins treat them alike. */
export const newId = {
  response: (): string => `resp_${hex(25)}`,
  functionCall: (): string => `fc_${hex(25)}`,
  customCall: (): string => `ctc_${hex(25)}`,
  searchCall: (): string => `tsc_${hex(25)}`,
  outputMessage: (): string => `msg_${hex(25)}`,
  call: (): string => `call_${base62(24)}`,
  message: (): string => `msg_01${base62(22)}`,
  toolUse: (): string => `toolu_01${base62(22)}`,
  request: (): string => `req_01${base62(22)}`,
  completion: (): string => `chatcmpl-${base62(29)}`,
  generation: (): string => base62(22),
};

/** The only model there is. Whatever a client asks for, it answers. */
export const MODEL = 'throughline-script';
