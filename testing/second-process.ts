import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Another process that works on the same SQLite file. It either writes all the time, like a command that runs while the product
 * serves, or keeps a reading transaction open, as Litestream does.
 */
export async function startSecondProcess(path: string, mode: { writesEveryMs: number } | 'reads') {
  const script = `
    import Sqlite from 'better-sqlite3';
    const database = new Sqlite(${JSON.stringify(path)}, { timeout: 60_000 });
    database.pragma('synchronous = FULL');
    ${mode === 'reads' ? reading : writing(mode.writesEveryMs)}
    process.stdout.write('at work');
    process.stdin.resume().on('end', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    written += part;
  });
  await Promise.race([
    new Promise<void>((resolve) => child.stdout.once('data', () => resolve())),
    exited.then(() => Promise.reject(new Error('The second process ended before it was at work.'))),
  ]);
  return {
    stop: async () => {
      child.stdin.end();
      await exited;
    },
    /** The longest that it held the lock, in milliseconds, once it was stopped: seconds where it stood still meanwhile. */
    longestHoldMs: () => Math.round(Number(/[\d.]+$/.exec(written)?.[0] ?? 0)),
  };
}

const reading = `
    database.exec('begin');
    database.prepare('select count(*) from sqlite_schema').get();`;

const writing = (everyMs: number) => `
    database.exec('create table if not exists second_writer (at integer)');
    const write = database.prepare('insert into second_writer values (?)');
    let longestMs = 0;
    setInterval(() => {
      database.exec('begin immediate');
      const began = performance.now();
      write.run(Date.now());
      database.exec('commit');
      longestMs = Math.max(longestMs, performance.now() - began);
    }, ${everyMs});
    process.on('exit', () => process.stdout.write(' ' + longestMs));`;
