// node --import ./testing/heap-probe.mjs: on SIGUSR2 collects garbage and says how many bytes of it are still in use.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // The second collection removes what only finalisers held.
  collectGarbage();
  setImmediate(() => {
    collectGarbage();
    process.stderr.write(`heap in use: ${process.memoryUsage().heapUsed}\n`);
  });
});
