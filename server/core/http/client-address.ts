import { isIPv4 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

export type WithAddress = { Variables: { address: string | null } };

/** Puts the client's address at `c.get('address')`; null where there is no socket, as in a test. */
export function clientAddress(settings: { trustProxy: number }): MiddlewareHandler<WithAddress> {
  return async function knowAddress(c, next) {
    c.set('address', readAddress(c.req.header('x-forwarded-for'), socketAddress(c), settings.trustProxy));
    return next();
  };
}

/**
 * Reads the client's address from X-Forwarded-For. Each proxy adds the address that it saw at the right end, so as many entries from
 * the right can be trusted as there are proxies of ours. The client may have forged the others.
 */
export function readAddress(forwardedFor: string | undefined, socket: string | null, trustProxy: number): string | null {
  const entries = (forwardedFor ?? '').split(',').filter((entry) => entry.trim() !== '');
  const trusted = trustProxy > 0 ? entries.at(-Math.min(trustProxy, entries.length)) : undefined;
  return (trusted && oneClient(trusted)) || (socket && oneClient(socket));
}

/** The address without a port, and for IPv6 the /64 network: that is what one household or one phone is given. */
function oneClient(text: string): string | null {
  const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$/, '$1');
  const candidate = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIPv4(candidate)) return candidate;
  if (!IPv6.isValid(candidate)) return null;
  // An IPv4 address that is written as IPv6 counts as IPv4.
  const address = ipaddr.process(candidate);
  if (address instanceof IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

function socketAddress(c: Context): string | null {
  try {
    return getConnInfo(c).remote.address ?? null;
  } catch {
    return null;
  }
}
