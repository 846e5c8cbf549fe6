import { type Allowance, createTokenBuckets } from './token-buckets.ts';

/**
 * Limits clients by their addresses, as server/core/http/client-address.ts reads them, and by their networks. A customer of most providers
 * can have a whole /48 of IPv6, which has 65,536 of the /64 networks that count as one client.
 */
export function createNetworkLimit(allowances: { client: Allowance; network: Allowance }) {
  const clients = createTokenBuckets(allowances.client);
  const networks = createTokenBuckets(allowances.network);
  const bucketsOf = (address: string) => {
    const network = networkOf(address);
    return [[clients, address] as const, ...(network === null ? [] : [[networks, network] as const])];
  };

  return {
    /** Seconds until one more is allowed; 0 when it is now. */
    waitSeconds: (address: string, now: number): number =>
      Math.max(...bucketsOf(address).map(([buckets, name]) => buckets.waitSeconds(name, now))),

    take: (address: string, now: number, tokens = 1): void => {
      for (const [buckets, name] of bucketsOf(address)) buckets.take(name, now, tokens);
    },
  };
}

/**
 * The name under which everything counts together that one customer may send from: the /48 network of an IPv6 client, or the address
 * of an IPv4 client.
 */
export function clientNetwork(address: string): string {
  return networkOf(address) ?? address;
}

/** The /48 network of an IPv6 client; null for IPv4. */
function networkOf(address: string): string | null {
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : null;
}
