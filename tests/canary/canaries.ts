/** Every planted string carries this mark, and nothing else in the program does. */
const MARK = 'cnry';

/** Text to plant; the label says where it was when it turns up where it must not. */
export const canary = (label: string): string => `${MARK}-${label}-7f3a`;

/** A mark that also fits where only word characters may stand. */
export const canaryWord = (label: string): string => `${MARK}${label}7f3a`;

/** Every marked string in a text, once each. */
export const found = (text: string): string[] => [
  ...new Set(text.match(new RegExp(`.{0,40}?${MARK}[\\w-]*`, 'gi')) ?? []),
];
