import { connect, type Socket } from 'node:net';

/**
 * Requests these paths in turn over kept connections for a time, one request at a time on each, and counts the responses. It knows
 * the length of each response from the first of its kind, so that reading costs next to nothing and the server is what is measured.
 */
export async function loadPages(options: { port: number; paths: string[]; connections: number; forMs: number }): Promise<number> {
  const asks = options.paths.map((path) => Buffer.from(ask(path)));
  const lengths = await Promise.all(asks.map((each) => lengthOfAnswer(options.port, each)));
  const end = performance.now() + options.forMs;
  const counts = await Promise.all(
    Array.from({ length: options.connections }, (_, number) => askOn(connect(options.port, '127.0.0.1'), number)),
  );
  return counts.reduce((sum, count) => sum + count, 0);

  function askOn(socket: Socket, first: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let turn = first;
      let answered = 0;
      let left = 0;
      const next = () => {
        if (performance.now() > end) return socket.end(() => resolve(answered));
        turn = (turn + 1) % asks.length;
        left = lengths[turn] as number;
        socket.write(asks[turn] as Buffer);
      };
      socket.setNoDelay(true).on('connect', next).on('error', reject);
      socket.on('data', (part) => {
        left -= part.length;
        if (left < 0) reject(new Error('A response had another length than the first of its kind.'));
        if (left > 0) return;
        answered += 1;
        next();
      });
    });
  }
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

/** Measures the length of one response, head and body, in bytes. */
function lengthOfAnswer(port: number, asked: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(asked));
    socket.on('error', reject).on('data', (part) => {
      seen = Buffer.concat([seen, part]);
      const head = seen.indexOf('\r\n\r\n') + 4;
      const body = Number(seen.toString('latin1', 0, head).match(/^content-length: (\d+)/im)?.[1]);
      if (head < 4 || seen.length < head + body) return;
      socket.destroy();
      if (!seen.toString('latin1').startsWith('HTTP/1.1 200')) reject(new Error(seen.toString('latin1', 0, head)));
      resolve(head + body);
    });
  });
}
