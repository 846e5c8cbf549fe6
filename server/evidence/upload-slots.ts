/** How many uploads may send at once. The page of a claim sends three, from each device on which it is open. */
export const uploadSlots = { perClaim: 8, perAddress: 60, inAll: 400 };

export type UploadSlots = ReturnType<typeof createUploadSlots>;

/**
 * The uploads that are being sent to this process. Each holds a connection and memory for as long as its sender likes, so that one
 * claim, and one address, may have a few at a time and no more.
 */
export function createUploadSlots({ perClaim, perAddress, inAll } = uploadSlots) {
  const held = new Map<string, number>();
  let all = 0;

  function isFree(key: string, limit: number): boolean {
    return (held.get(key) ?? 0) < limit;
  }

  function count(key: string, difference: 1 | -1): void {
    const next = (held.get(key) ?? 0) + difference;
    if (next > 0) held.set(key, next);
    else held.delete(key);
  }

  return {
    /** Runs an upload of a claim, from the address of its sender where that is known; null where too many are being sent. */
    hold: async <T>(claimId: string, address: string | null, upload: () => Promise<T>): Promise<T | null> => {
      const [claim, sender] = [`claim ${claimId}`, address === null ? null : `address ${address}`];
      if (all >= inAll || !isFree(claim, perClaim) || (sender !== null && !isFree(sender, perAddress))) return null;
      const keys = sender === null ? [claim] : [claim, sender];
      for (const key of keys) count(key, 1);
      all += 1;
      try {
        return await upload();
      } finally {
        for (const key of keys) count(key, -1);
        all -= 1;
      }
    },
  };
}
