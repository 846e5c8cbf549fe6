// npm start: installs and builds what is missing, then runs the product on the pinned Node until it is told to stop.
import { spawn } from 'node:child_process';
import { nodeEnv, nodeFlags } from './node-options.mjs';
import { ensureInstalled, fail, pinnedNode, root, run } from './setup.mjs';

// npm runs this in a shell and sends its signals to that shell alone. When that shell is gone, npm was told to stop.
const shell = process.env.npm_lifecycle_event ? process.ppid : null;
const isOrphaned = () => shell !== null && process.ppid !== shell;

ensureInstalled();
if (run(pinnedNode, ['bin/build.ts', '--if-changed']).status !== 0) fail('The build failed; see above.');
if (isOrphaned()) process.exit(1);

const server = spawn(pinnedNode, [...nodeFlags, 'server/main.mjs'], {
  cwd: root,
  // The channel tells the server when this launcher is gone, however it went.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...nodeEnv, ...process.env, NODE_ENV: 'production' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
const watch = setInterval(() => {
  if (!isOrphaned()) return;
  clearInterval(watch);
  // The signal is sent once, because the server takes a second one, a second later, as the wish to end at once.
  server.kill('SIGTERM');
}, 100).unref();
server.on('exit', (code, signal) => process.exit(signal ? 1 : code));
