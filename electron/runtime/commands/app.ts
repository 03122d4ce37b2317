import { fail, ok } from '../../../shared/fault.ts';
import { examine } from '../doctor.ts';
import type { Handlers } from '../handlers.ts';
import type { RuntimeOptions } from '../options.ts';
import type { SettingsStore } from '../settings.ts';

type Own =
  | 'app.info'
  | 'app.doctor'
  | 'settings.get'
  | 'settings.set'
  | 'shell.saveFile'
  | 'shell.openExternal';

/** The program itself: version, machine, settings, and what only a shell can do. */
export function appCommands(options: RuntimeOptions, settings: SettingsStore): Pick<Handlers, Own> {
  const { platform } = options;
  return {
    'app.info': () =>
      ok({
        version: options.version,
        shell: platform.shell,
        platform: process.platform,
        node: process.versions.node,
        home: options.home,
      }),

    'app.doctor': async () =>
      ok(
        await examine({
          home: options.home,
          electronVersion: platform.electronVersion,
          probeServers: options.probeServers,
          env: process.env,
        }),
      ),

    'settings.get': () => ok(settings.current),
    'settings.set': async (change) => ok(await settings.set(change)),

    'shell.saveFile': async ({ fileName, text }) => {
      if (platform.saveFile === undefined)
        return fail(
          'not-in-this-shell',
          'This shell has no file dialog; the page downloads the file instead.',
        );
      return ok({ saved: await platform.saveFile(fileName, text) });
    },

    'shell.openExternal': async ({ url }) => {
      if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
        return fail('url-not-https', 'Only https addresses are opened.', {
          next: 'Copy the address and check it yourself.',
        });
      }
      if (platform.openExternal === undefined)
        return fail('not-in-this-shell', 'This shell cannot open addresses; the page does.');
      await platform.openExternal(url);
      return ok({});
    },
  };
}
