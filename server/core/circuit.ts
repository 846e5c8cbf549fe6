export type Circuit = ReturnType<typeof createCircuit>;

/**
 * The circuit of what may be away, such as a server: closed while it works, and open while it does not, so that nobody waits for it. It is probed after
 * pauses that grow up to the last one.
 */
export function createCircuit(now: () => number) {
  let pauses: readonly number[] = [];
  let probes = 0;
  let probeAt = now();

  /** A time further ahead than any pause was set before the clock was put back. */
  function isProbeDue(): boolean {
    const left = probeAt - now();
    return left <= 0 || (Number.isFinite(left) && left > Math.max(0, ...pauses));
  }

  return {
    isClosed: () => pauses.length === 0,

    /** When a probe is due; never while it is closed, except once at the start. */
    probeAt: () => probeAt,

    isProbeDue,

    close: () => {
      pauses = [];
      probeAt = Number.POSITIVE_INFINITY;
    },

    /** Call it with each failure: it opens, or a probe has failed. With other pauses it begins anew. */
    open: (others: readonly number[]) => {
      const isAnother = pauses !== others;
      if (isAnother) probes = 0;
      pauses = others;
      if (!isAnother && !isProbeDue()) return;
      probeAt = now() + (pauses[Math.min(probes, pauses.length - 1)] ?? 0);
      probes += 1;
    },
  };
}
