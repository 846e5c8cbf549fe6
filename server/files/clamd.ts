import { createConnection, type Socket } from 'node:net';

/**
 * The result of a scan. `virus` is the scanner's name for what it found. The last two: clamd has not looked into the file, or
 * not into all of it, and another attempt would end in the same way.
 */
export type ScanResult = { kind: 'clean' } | { kind: 'infected'; virus: string } | { kind: 'too-long' | 'encrypted' };

/** How long clamd may be silent. It sends nothing while it scans, and a large video takes long. */
const silenceMs = 150_000;

const pingSilenceMs = 10_000;

const tooLong: ScanResult = { kind: 'too-long' };

/**
 * Scans a file by clamd's INSTREAM command: pieces, each after its length, and a length of zero at the end. Throws where there is no
 * answer. What clamd says of a file that is too long may be lost, because it ends the connection in the middle; of one that has just
 * started anew too, so the file is then sent once more.
 */
export async function scanWithClamd(clamdUrl: string, open: () => Promise<Pieces>, signal: AbortSignal): Promise<ScanResult> {
  try {
    return await scanOnce(clamdUrl, await open(), signal);
  } catch (error) {
    if (!isCutOff(error) || signal.aborted) throw error;
  }
  await pingClamd(clamdUrl);
  try {
    return await scanOnce(clamdUrl, await open(), signal);
  } catch (error) {
    if (isCutOff(error)) return tooLong;
    throw error;
  }
}

type Pieces = AsyncIterable<Uint8Array>;

const isCutOff = (error: unknown): boolean => ['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');

async function scanOnce(clamdUrl: string, file: Pieces, signal: AbortSignal): Promise<ScanResult> {
  const socket = connect(clamdUrl);
  const abort = () => socket.destroy(new Error('The process is stopping.'));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    const answering = readAnswer(socket);
    await Promise.race([write(socket, file), answering]);
    return parse(await answering);
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

function connect(clamdUrl: string, timeoutMs = silenceMs): Socket {
  const { protocol, hostname, port, pathname } = new URL(clamdUrl);
  const socket =
    protocol === 'unix:'
      ? createConnection({ path: decodeURIComponent(pathname) })
      : createConnection({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  return socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer.')));
}

/** Throws unless clamd answers. */
export async function pingClamd(clamdUrl: string): Promise<void> {
  const socket = connect(clamdUrl, pingSilenceMs);
  try {
    socket.write('zPING\0');
    const answer = await readAnswer(socket);
    if (answer !== 'PONG') throw new Error(`clamd answered: ${answer}`);
  } finally {
    socket.destroy();
  }
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) answer += part;
  if (answer === '') throw new Error('clamd ended the connection without an answer.');
  return answer.replaceAll('\0', '').trim();
}

async function write(socket: Socket, file: Pieces): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of file) {
    if (socket.destroyed) return;
    // A length of zero would end the file.
    if (piece.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    socket.write(length);
    if (!socket.write(piece)) await drained(socket);
  }
  socket.write(Buffer.alloc(4));
}

/** Resolves when a socket takes more, or none at all. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      socket.off('drain', goOn).off('close', goOn);
      resolve();
    };
    socket.on('drain', goOn).on('close', goOn);
  });
}

/** With AlertExceedsMax and AlertEncrypted clamd names what it did not look into as it names viruses. */
function parse(answer: string): ScanResult {
  if (answer === 'stream: OK') return { kind: 'clean' };
  if (answer.includes('size limit exceeded')) return tooLong;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`clamd answered: ${answer}`);
  if (found.startsWith('Heuristics.Limits.Exceeded')) return tooLong;
  if (found.startsWith('Heuristics.Encrypted')) return { kind: 'encrypted' };
  return { kind: 'infected', virus: found };
}
