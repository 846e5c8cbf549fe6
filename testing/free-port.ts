import { createServer } from 'node:net';

/** The range is below the ports that systems assign automatically, so that no outgoing connection takes one in the meantime. */
const range = { first: 20_000, count: 10_000 };

/** A port on which nothing listens, and that no other test process gets while this one runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + Math.floor(Math.random() * range.count);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/**
 * What is started may take long to listen, and another process must not get the port meanwhile: a port of which the number is lower by
 * this is bound until this process ends, and nothing else uses those.
 */
const reservedBelow = 10_000;

function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen(port - reservedBelow, '127.0.0.1', () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
