import { hostOf } from '../host.ts';
import { inputName, readInput, readJson } from '../input.ts';
import { print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { plainJson } from '../plain.ts';
import { table } from '../table.ts';

export interface SchemaOptions {
  readonly as: string;
  readonly json?: true;
}

/** The input schema as the host's model gets it, and what was lost on the way. */
export async function schema(io: Io, file: string | undefined, options: SchemaOptions): Promise<ExitCode> {
  const host = hostOf(io, options.as);
  if (!host.ok) return refused(io, host.fault);
  const text = await readInput(io, file);
  if (!text.ok) return refused(io, text.fault);
  const json = readJson(text.value, inputName(file), 'input-not-json');
  if (!json.ok) return refused(io, json.fault);

  const { profile } = host.value;
  const result = profile.schema(json.value);
  if (options.json === true) {
    printJson(io, { schema: result.schema, lost: result.lost, findings: result.findings });
    return 0;
  }
  print(io, plainJson(result.schema, 2));
  print(io, '');
  print(
    io,
    styled(
      io,
      'bold',
      result.lost.length === 0 ? 'Nothing is lost.' : `Lost on the way to ${profile.title}:`,
    ),
  );
  for (const line of table(
    result.lost.map((one) => [one.keyword, one.path === '' ? '(root)' : one.path]),
    { indent: 2 },
  )) {
    print(io, line);
  }
  for (const line of table(result.findings.map((one) => [one.severity, one.code, one.message])))
    print(io, line);
  return 0;
}
