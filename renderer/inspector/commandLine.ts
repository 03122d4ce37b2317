const plainWord = /^[\w@%+=:,./-]+$/;

/** A word as a POSIX shell takes it apart again. */
const quote = (word: string): string =>
  plainWord.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A call as a command of the program's own, ready to be pasted into a shell. Without known arguments they are left out. */
export function callCommand(server: string, tool: string, argumentsJson: string | undefined): string {
  const args = argumentsJson === undefined ? [] : ['--args', quote(argumentsJson)];
  return ['throughline', 'call', quote(tool), ...args, quote(server)].join(' ');
}
