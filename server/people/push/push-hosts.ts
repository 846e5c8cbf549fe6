import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolve } from '#server/core/app.ts';

/** The push services of Chrome, Edge, Firefox and Safari. A name that begins with a dot stands for every host below it. */
const pushHosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Longer addresses are no browser's. */
const maxLength = 1_000;

/**
 * Whether a browser may ask to be told at this address: https, at a push service that we know, or at a host, with its port, that the
 * setting PUSH_HOSTS names. Anything else could be an address in our own network, to which staff are not to make this machine send.
 */
export function isPushAddress(text: string, ownHosts: readonly string[]): boolean {
  if (text.length > maxLength || !URL.canParse(text)) return false;
  const { protocol, username, password, host } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  const isKnown = pushHosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));
  return isKnown || ownHosts.includes(host);
}

/**
 * Looks a name up for a connection, and refuses it where any of its addresses is not public. This is decided for the address that is
 * connected to, because a name may resolve differently when it is asked for again.
 */
export function publicAddresses(resolve: Resolve): LookupFunction {
  return (name, options, done) =>
    resolve(name, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const refused = error ?? (first && addresses.every(isPublic) ? null : new Error(`${name} has no public address.`));
      if (refused || !first) done(refused, '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

function isPublic({ address }: LookupAddress): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
