/**
 * The words of a command line as a shell would take them apart: at spaces outside of quotes.
 * A backslash stands for itself unless a space or a quote follows, so that Windows paths stay whole.
 * Undefined while a quote is open.
 */
export function splitCommand(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === '\\' && quote !== "'" && (quote === '"' ? next === '"' : /[\s"']/.test(next))) {
      word = `${word ?? ''}${next}`;
      at += 1;
    } else if (quote === undefined && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (char === quote) {
      quote = undefined;
    } else if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = `${word ?? ''}${char}`;
    }
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
