// The builder is TypeScript and so needs the pinned Node; npm puts it first on the path.
import { main } from './build.ts';

await main(process.argv.slice(2));
