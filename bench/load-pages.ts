import { connect, type Socket } from 'node:net';

const endOfHead = Buffer.from('\r\n\r\n');

type Load = { port: number; paths: string[]; connections: number; forMs: number; waitLimitMs?: number };

/**
 * Requests these paths in turn over kept connections for a time, one request at a time on each, and counts the responses. It knows
 * the length of each body from the first response of its kind, so that reading costs next to nothing and the server is what is measured.
 * Fails where the last responses are not there `waitLimitMs` after the time is over.
 */
export async function loadPages(options: Load): Promise<number> {
  const asks = options.paths.map((path) => Buffer.from(ask(path)));
  const sockets: Socket[] = [];
  const open = () => {
    const socket = connect(options.port, '127.0.0.1').setNoDelay(true);
    sockets.push(socket);
    return socket;
  };
  const limitMs = options.forMs + (options.waitLimitMs ?? 20_000);
  const limit = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error(`A response did not arrive within ${limitMs / 1_000} seconds.`));
  }, limitMs);
  try {
    const lengths = await Promise.all(asks.map((each) => bodyLength(open(), each)));
    const end = performance.now() + options.forMs;
    const numbers = Array.from({ length: options.connections }, (_, number) => number);
    const counts = await Promise.all(numbers.map((number) => countResponses(open(), { asks, lengths, first: number, end })));
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    clearTimeout(limit);
    for (const socket of sockets) socket.destroy();
  }
}

type Round = { asks: Buffer[]; lengths: number[]; first: number; end: number };

function countResponses(socket: Socket, { asks, lengths, first, end }: Round): Promise<number> {
  return new Promise((resolve, reject) => {
    let turn = first;
    let answered = 0;
    let head: Buffer | null = null;
    let left = 0;
    const next = () => {
      if (performance.now() > end) return socket.end(() => resolve(answered));
      turn = (turn + 1) % asks.length;
      head = Buffer.alloc(0);
      socket.write(asks[turn] as Buffer);
    };
    rejectUnlessDone(socket, reject).on('connect', next);
    socket.on('data', (part) => {
      if (head) {
        head = head.length > 0 ? Buffer.concat([head, part]) : part;
        const headLength = head.indexOf(endOfHead) + endOfHead.length;
        if (headLength < endOfHead.length) return;
        left = (lengths[turn] as number) - (head.length - headLength);
        head = null;
      } else left -= part.length;
      if (left < 0) reject(new Error('A response had another length than the first of its kind.'));
      if (left !== 0) return;
      answered += 1;
      next();
    });
  });
}

/** A request as a phone's browser sends it. */
function ask(path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
    'Sec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none',
    'Connection: keep-alive\r\n\r\n',
  ].join('\r\n');
}

/** Measures the length of the body of one response, in bytes. */
function bodyLength(socket: Socket, asked: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    rejectUnlessDone(socket, reject).on('connect', () => socket.write(asked));
    socket.on('data', (part) => {
      seen = Buffer.concat([seen, part]);
      const head = seen.indexOf(endOfHead) + endOfHead.length;
      const body = Number(seen.toString('latin1', 0, head).match(/^content-length: (\d+)/im)?.[1]);
      if (head < endOfHead.length || seen.length < head + body) return;
      if (!seen.toString('latin1').startsWith('HTTP/1.1 200')) reject(new Error(seen.toString('latin1', 0, head)));
      resolve(body);
      socket.destroy();
    });
  });
}

function rejectUnlessDone(socket: Socket, reject: (error: Error) => void): Socket {
  return socket.on('error', reject).on('close', () => reject(new Error('The server closed a connection during the load.')));
}
