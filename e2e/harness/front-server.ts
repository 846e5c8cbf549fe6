import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request, or returns the port that it is passed on to. */
export type Route = (incoming: IncomingMessage, outgoing: ServerResponse) => number | null;

export type FrontServer = {
  url: string;
  /** The current route, which can be changed. */
  route: Route;
  /** The requests since the last call, such as "GET /faq". */
  takeRequests: () => string[];
  close: () => Promise<void>;
};

/** A server in front: one origin for several products, one after the other, and for other things between a phone and a server. */
export async function openFrontServer(): Promise<FrontServer> {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const port = front.route(incoming, outgoing);
    if (port === null) return;
    const { method, url: path, headers } = incoming;
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers as OutgoingHttpHeaders);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: FrontServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    route: noNetwork,
    takeRequests: () => requests.splice(0),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return front;
}

export const noNetwork: Route = (_, outgoing) => {
  outgoing.destroy();
  return null;
};

/** A connection with signal that transmits nothing. */
export const noAnswer: Route = () => null;

/** A proxy whose server is gone. */
export const unavailable: Route = (_, outgoing) => {
  outgoing.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Service Unavailable</h1>');
  return null;
};

/** A network that answers everything with its own page, as in a hotel, even requests for files. */
export const captivePortal: Route = (_, outgoing) => {
  outgoing
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end('<!doctype html><title>Wi-Fi</title><h1>Welcome to the Wi-Fi</h1>');
  return null;
};
