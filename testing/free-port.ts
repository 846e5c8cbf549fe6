import { createServer } from 'node:net';

/** The range is below the ports that systems assign automatically, so that no outgoing connection takes one in the meantime. */
const range = { first: 20_000, count: 10_000 };

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + Math.floor(Math.random() * range.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
