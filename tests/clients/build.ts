import { buildChanged } from '../../scripts/build.ts';
import { program } from '../../scripts/targets.ts';

/** The command line starts the built servers and the built wrapper, so both have to be those of this checkout. */
export default async function build(): Promise<void> {
  await buildChanged(program);
}
