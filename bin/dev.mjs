// npm run dev: installs what is missing, then serves from the sources with hot reload.
import { ensureInstalled, gatherOrFail, pinnedNode, run } from './setup.mjs';

ensureInstalled();
gatherOrFail();
process.exit(run(pinnedNode, ['bin/dev.ts'], { ...process.env, NODE_ENV: 'development' }).status ?? 0);
