import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

type Source = 'system' | 'light' | 'dark';

/** `updated` also tells every page, which sees it as `prefers-color-scheme`. */
class NativeTheme extends EventEmitter {
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = strict('nativeTheme', new NativeTheme());
