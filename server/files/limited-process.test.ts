// Protects: a process that reads what strangers have sent reaches no network.
import { execFile, spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { limitedCommand } from './limited-process.ts';

const canIsolate = process.platform === 'linux' && spawnSync('unshare', ['-Un', 'true']).status === 0;

test.runIf(canIsolate)('The process reaches no network, neither by Node nor by native code', async () => {
  const reached: string[] = [];
  const server = createServer((socket) => {
    reached.push(String(socket.remoteAddress));
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const byNode = `require('node:net').connect(${port}, '127.0.0.1').on('error', ({ code }) => console.log(code)).on('connect', () => process.exit())`;
  const byNative = `exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`;
  const run = async (command: string[], limit: (command: string[]) => string[]) => {
    const [program = '', ...args] = limit(command);
    return promisify(execFile)(program, args).then(
      ({ stdout }) => stdout.trim(),
      () => 'refused',
    );
  };
  const commands = [
    [process.execPath, '-e', byNode],
    ['/bin/bash', '-c', byNative],
  ];
  const limited = (command: string[]) => limitedCommand(command, { processorSeconds: 40, memoryKb: 1_400_000 });
  for (const command of commands)
    expect(await run(command, limited)).toMatch(/^(ENETUNREACH|ECONNREFUSED|EADDRNOTAVAIL|refused)$/);
  expect(reached).toEqual([]);
  for (const command of commands) await run(command, (one) => one);
  expect(reached).toHaveLength(2);
});
