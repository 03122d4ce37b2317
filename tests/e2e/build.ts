/** The specs drive what is built, so it is built first; nothing happens where it is up to date. */
import { installedElectron } from '../../scripts/electron.ts';
import { buildChanged } from '../../scripts/build.ts';
import { program } from '../../scripts/targets.ts';
import { electronDouble } from '../electron-double/build.ts';

export default async function build(): Promise<void> {
  await buildChanged(installedElectron() === undefined ? [...program, electronDouble] : program);
}
