import { perApp } from '#server/core/app.ts';
import { clientNetwork } from '#server/core/observability/network-limit.ts';
import { liveUpdatesOf } from './live-updates.ts';

const heartbeatMs = 30_000;

/**
 * The most streams at once: more tabs than anybody has open, for one member of staff in several browsers, and for an office behind one
 * address (IPv6: /48).
 */
export const maxStreams = { session: 20, staff: 60, network: 240 };

/**
 * Who opens a stream: ids, a name, and the address; null where that is not known. `looksAt`: the submission on the page; null where
 * it shows none.
 */
type StreamOwner = { session: string; staff: string; name: string; address: string | null; looksAt: string | null };

/** A member of staff who has a submission on a screen at this moment. `writes`: they are typing there. */
export type Looker = { staff: string; name: string; at: string; writes: boolean };

/** For how long after the last input somebody counts as typing. Pages report it more often. */
const typingMs = 8_000;

/** What one member of staff is told at once. */
type News = { title: string; description: string };

type Close = () => void;

/** The streams of this process. */
export const eventStreamsOf = perApp((app) => createEventStreams(liveUpdatesOf(app)));

/**
 * Server-sent events for a browser: `change` when something changed, `lookers` with who has which submission open on this instance,
 * `told` with a sentence for one member of staff, `beat` as a heartbeat, `over` when the session has ended. A web stream and not Hono's
 * `streamSSE`: that needs Hono's context, so its route would be outside the React Router middleware that guards `/desk`.
 */
export function createEventStreams(liveUpdates: { subscribe: (onChange: () => void) => () => void }) {
  type Open = { owner: StreamOwner; send: (event: string, data?: string) => void };
  const open = new Map<Close, Open>();
  const typing = new Map<string, NodeJS.Timeout>();
  const owners = () => [...open.values()].map(({ owner }) => owner);
  const countOf = (isCounted: (other: StreamOwner) => boolean) => owners().filter(isCounted).length;
  const isOfNetwork = (address: string) => (other: StreamOwner) =>
    other.address !== null && clientNetwork(other.address) === clientNetwork(address);

  return {
    /** Whether one more stream may be opened. */
    hasRoom: (owner: StreamOwner): boolean =>
      countOf(({ session }) => session === owner.session) < maxStreams.session &&
      countOf(({ staff }) => staff === owner.staff) < maxStreams.staff &&
      (owner.address === null || countOf(isOfNetwork(owner.address)) < maxStreams.network),

    /** `isSignedIn` is called with every heartbeat. */
    events: (owner: StreamOwner, isSignedIn: () => Promise<boolean>): ReadableStream<Uint8Array> => {
      let close: Close = () => {};
      let end = () => false;
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder();
          const send = (event: string, data = '') => controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
          const unsubscribe = liveUpdates.subscribe(() => send('change'));
          const timer = setInterval(async () => {
            const isIn = await isSignedIn().catch(() => true);
            if (!open.has(close)) return;
            send(isIn ? 'beat' : 'over');
            if (!isIn) close();
          }, heartbeatMs);
          end = () => {
            if (!open.delete(close)) return false;
            clearInterval(timer);
            unsubscribe();
            if (owner.looksAt !== null) tellLookers();
            return true;
          };
          close = () => {
            if (end()) controller.close();
          };
          open.set(close, { owner, send });
          send('beat');
          if (owner.looksAt === null) send('lookers', lookers());
          else tellLookers();
        },
        // The browser has disconnected, so the stream is closed already.
        cancel: () => {
          end();
        },
      });
    },

    /** Somebody types on the page of a submission, which they have open. */
    typesAt: (staff: string, at: string): void => {
      if (!owners().some((owner) => owner.staff === staff && owner.looksAt === at)) return;
      const key = `${staff} ${at}`;
      const isKnown = typing.has(key);
      clearTimeout(typing.get(key));
      const ended = () => {
        typing.delete(key);
        tellLookers();
      };
      typing.set(key, setTimeout(ended, typingMs).unref());
      if (!isKnown) tellLookers();
    },

    /** Tells one member of staff, on each page that they have open on this instance. */
    tell: (staff: string, news: News): void => {
      for (const { owner, send } of open.values()) if (owner.staff === staff) send('told', JSON.stringify(news));
    },

    /** Closes all streams before the process ends, because they would delay it. */
    closeAll: () => {
      for (const close of [...open.keys()]) close();
      for (const timer of typing.values()) clearTimeout(timer);
      typing.clear();
    },
  };

  function tellLookers(): void {
    const data = lookers();
    for (const { send } of open.values()) send('lookers', data);
  }

  /** Each member of staff once for each submission, however many tabs show it. */
  function lookers(): string {
    const found = owners().flatMap(({ staff, name, looksAt }): [string, Looker][] => {
      if (looksAt === null) return [];
      const key = `${staff} ${looksAt}`;
      return [[key, { staff, name, at: looksAt, writes: typing.has(key) }]];
    });
    return JSON.stringify([...new Map(found).values()]);
  }
}
