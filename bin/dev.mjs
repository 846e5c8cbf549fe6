// npm run dev: installs what is missing, then serves from the sources with hot reload until it is told to stop.
import { ensureInstalled, gatherOrFail, runUntilStopped } from './setup.mjs';

ensureInstalled();
gatherOrFail();
runUntilStopped(['bin/dev.ts'], { ...process.env, NODE_ENV: 'development' });
