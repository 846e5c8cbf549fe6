import { connect, createServer, type Socket } from 'node:net';
import { splitMessages } from './pooler.ts';

/**
 * Stands before a PostgreSQL, as a firewall or a proxy does that forgets connections without closing them: their bytes are dropped,
 * either way, and nobody is told.
 */
export async function startSilentProxy(target: { port: number; database: string }) {
  const sockets = new Set<Socket>();
  const dropped = new WeakSet<Socket>();
  let isSilent = false;
  let roundTrips = 0;

  const proxy = createServer((client) => {
    const server = connect(target.port, '127.0.0.1');
    const countAnswers = splitMessages((type) => {
      if (type === 'Z') roundTrips += 1;
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      if (isSilent) dropped.add(from);
      sockets.add(from);
      from
        .on('data', (chunk: Buffer) => {
          if (dropped.has(from)) return;
          if (from === server) countAnswers(chunk);
          to.write(chunk);
        })
        .on('error', () => {})
        .on('end', () => dropped.has(from) || to.end())
        .on('close', () => sockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };

  return {
    url: `postgres://kerbside@127.0.0.1:${port}/${target.database}`,
    /** How often PostgreSQL has said that it is ready for the next query. */
    roundTrips: () => roundTrips,
    /** The connections that are open now are silent for ever; new ones work. */
    dropConnections: () => {
      for (const socket of sockets) dropped.add(socket);
    },
    /** Until it is ended, new connections are silent for ever too. */
    silence: (isOn: boolean) => {
      isSilent = isOn;
      for (const socket of sockets) dropped.add(socket);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
