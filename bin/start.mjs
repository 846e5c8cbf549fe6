// npm start: installs and builds what is missing, then runs the product on the pinned Node until it is told to stop.
import { spawn } from 'node:child_process';
import { ensureInstalled, fail, pinnedNode, root, run } from './setup.mjs';
import { nodeEnv, nodeFlags } from './small-memory.mjs';

ensureInstalled();
if (run(pinnedNode, ['bin/build.ts', '--if-changed']).status !== 0) fail('The build failed; see above.');

const server = spawn(pinnedNode, [...nodeFlags, 'server/main.mjs'], {
  cwd: root,
  // The channel tells the server when this launcher is gone, however it went.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...nodeEnv, ...process.env, NODE_ENV: 'production' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : code));
