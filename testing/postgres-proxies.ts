import { connect, createServer, type Socket } from 'node:net';

/**
 * Passes a few connections to PostgreSQL on after every transaction, as PgBouncer does in its transaction mode: what one transaction
 * leaves behind in its session is visible to the next transaction of another client. For clusters with `trust`.
 */
export async function startPooler(target: { port: number; database: string; connections: number }) {
  const free: Socket[] = [];
  const waiting: ((server: Socket) => void)[] = [];
  const sockets = new Set<Socket>();
  for (let i = 0; i < target.connections; i += 1) free.push(await openServer());

  const pooler = createServer((client) => {
    let server: Socket | null = null;
    let isWaiting = false;
    let started = false;
    let unsent: Buffer[] = [];
    keep(client).on('data', (chunk: Buffer) => {
      if (!started) {
        started = true;
        return client.write(greeting);
      }
      // A client's Terminate message is not for the server.
      if (chunk[0] === terminate) return client.end();
      if (server) return server.write(chunk);
      unsent.push(chunk);
      if (!isWaiting) take();
    });

    function take() {
      isWaiting = true;
      const use = (given: Socket) => {
        isWaiting = false;
        server = given;
        const splitter = splitMessages((type, body) => type === 'Z' && body[0] === idle && release());
        given.removeAllListeners('data').on('data', (chunk: Buffer) => {
          client.write(chunk);
          splitter(chunk);
        });
        for (const chunk of unsent) given.write(chunk);
        unsent = [];
      };
      const next = free.shift();
      if (next) use(next);
      else waiting.push(use);
    }

    function release() {
      const given = server;
      server = null;
      // The connection is passed on after the bytes that are being handled, which the next client's listener must not see.
      if (given) setImmediate(() => (waiting.shift() ?? ((socket: Socket) => free.push(socket)))(given));
    }
  });

  async function openServer(): Promise<Socket> {
    const socket = keep(connect(target.port, '127.0.0.1'));
    socket.write(startup(target.database));
    await new Promise<void>((resolve) =>
      socket.on(
        'data',
        splitMessages((type) => type === 'Z' && resolve()),
      ),
    );
    return socket;
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }

  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as { port: number };
  return {
    url: `postgres://kerbside@127.0.0.1:${port}/${target.database}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      pooler.close();
    },
  };
}

const idle = 'I'.charCodeAt(0);
const terminate = 'X'.charCodeAt(0);

/** AuthenticationOk, BackendKeyData with a number that no session has, and ReadyForQuery outside a transaction. */
const greeting = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 75, 0, 0, 0, 12, 127, 0, 0, 0, 0, 0, 0, 1, 90, 0, 0, 0, 5, idle]);

function startup(database: string): Buffer {
  const words = Buffer.from(`user\0kerbside\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(words.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, words]);
}

/** Calls back for each message of the server's stream: its type and its body. */
function splitMessages(onMessage: (type: string, body: Buffer) => unknown) {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      onMessage(String.fromCharCode(rest[0] as number), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}

/**
 * A proxy before PostgreSQL that, as some firewalls do, forgets connections without closing them: their bytes are dropped, in both
 * directions, without an error.
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
    /** Makes the connections that are open now silent for ever; new ones work. */
    dropConnections: () => {
      for (const socket of sockets) dropped.add(socket);
    },
    /** Makes new connections silent for ever too, until it is switched off. */
    silence: (isOn: boolean) => {
      isSilent = isOn;
      for (const socket of sockets) dropped.add(socket);
    },
    /** Refuses new connections; those that are open stay. */
    refuse: () => void proxy.close(),
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
