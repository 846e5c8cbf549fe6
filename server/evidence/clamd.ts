import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** The result of a scan. `virus` is the scanner's name for what it found. */
type ScanResult = { kind: 'clean' } | { kind: 'infected'; virus: string };

/** How long clamd may be silent. It sends nothing while it scans, and a large video takes long. */
const silenceMs = 150_000;

const pingSilenceMs = 10_000;

const tooLarge = 'clamd ended the connection: the file may be larger than its StreamMaxLength.';

/**
 * Scans a file by clamd's INSTREAM command: pieces, each after its length, and a length of zero at the end. Throws where there is no
 * answer.
 */
export async function scanWithClamd(clamdUrl: string, file: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<ScanResult> {
  const socket = connect(clamdUrl);
  const abort = () => socket.destroy(new Error('The process is stopping.'));
  signal.addEventListener('abort', abort);
  try {
    const answering = readAnswer(socket);
    await Promise.race([write(socket, file), answering]);
    return parse(await answering);
  } catch (error) {
    // clamd ends the connection in the middle of a file that is too large, and the message that says so may be lost.
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['EPIPE', 'ECONNRESET'].includes(code) ? new Error(`${tooLarge} (${code})`, { cause: error }) : error;
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

async function write(socket: Socket, file: AsyncIterable<Uint8Array>): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of file) {
    if (socket.destroyed) return;
    // A length of zero would end the file.
    if (piece.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    socket.write(length);
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  socket.write(Buffer.alloc(4));
}

function parse(answer: string): ScanResult {
  if (answer === 'stream: OK') return { kind: 'clean' };
  const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (virus) return { kind: 'infected', virus };
  if (answer.includes('size limit exceeded')) throw new Error(tooLarge);
  throw new Error(`clamd answered: ${answer}`);
}
