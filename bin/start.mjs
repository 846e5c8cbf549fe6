// npm start: installs and builds what is missing, then runs the product on the pinned Node until it is told to stop.
import { nodeEnv, nodeFlags } from './node-options.mjs';
import { ensureInstalled, fail, isOrphaned, pinnedNode, run, runUntilStopped } from './setup.mjs';

ensureInstalled();
if (run(pinnedNode, ['bin/build.ts', '--if-changed']).status !== 0) fail('The build failed; see above.');
if (isOrphaned()) process.exit(1);
runUntilStopped([...nodeFlags, 'server/main.mjs'], { ...nodeEnv, ...process.env, NODE_ENV: 'production' });
