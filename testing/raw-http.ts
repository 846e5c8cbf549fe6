import { connect } from 'node:net';

/** What came back on a connection until it was closed, or until it was quiet for `quietMs`; `closed`: by the other side. */
export type RawResponse = { text: string; closed: boolean; tookMs: number };

/** Sends these bytes, as they are, over one connection. */
export function sendRaw(port: number, bytes: string | Buffer, quietMs = 1_000): Promise<RawResponse> {
  // A machine that is busy with other things takes longer to begin than to go on.
  return exchange(port, { firstMs: bytes.length > 0 ? Math.max(5_000, quietMs) : quietMs, quietMs }, (write) => {
    write(bytes);
    return () => {};
  });
}

/** Sends this byte by byte for as long as it lasts and anybody listens. */
export function sendSlowly(port: number, text: string, everyMs: number, longestMs: number): Promise<RawResponse> {
  return exchange(port, { firstMs: longestMs, quietMs: longestMs }, (write) => {
    let sent = 0;
    const timer = setInterval(() => write(text.charAt(sent++ % text.length)), everyMs);
    return () => clearInterval(timer);
  });
}

type Timeouts = { firstMs: number; quietMs: number };

function exchange(
  port: number,
  { firstMs, quietMs }: Timeouts,
  send: (write: (bytes: string | Buffer) => void) => () => void,
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    let quiet = setTimeout(() => end(false), firstMs);
    const stop = send((bytes) => socket.writable && socket.write(bytes));
    socket.on('data', (part) => {
      text += part.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(() => end(false), quietMs);
    });
    // A connection that is reset has been closed too.
    socket.on('error', () => {});
    socket.on('close', () => end(true));

    function end(closed: boolean) {
      clearTimeout(quiet);
      stop();
      socket.destroy();
      resolve({ text, closed, tookMs: performance.now() - startedAt });
    }
  });
}

/** The status of each answer in what was heard. */
export function statuses({ text }: RawResponse): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The header lines of the first answer, by name in lower case. */
export function headersOf({ text }: RawResponse): Record<string, string> {
  const [, ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
