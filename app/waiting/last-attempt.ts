import type { Unsent } from './attempt.ts';
import { write } from './waiting-database.ts';
import { mayHave } from './waiting-store.ts';
import type { WaitingSubmission } from './waiting-submission.ts';

/**
 * Notes why a submission waits, or what is left of one that was accepted. `isTried`: false where it was not sent because another one did
 * not get through; where it was tried before, its own reason stays.
 */
export function noteUnsent(key: string, unsent: Unsent, isTried = true): Promise<void> {
  return write(async ({ submissions }) => {
    const stored = await submissions.get(key);
    const waits = stored?.state.kind === 'waiting' || stored?.state.kind === 'accepted';
    const last = { at: Date.now(), unsent };
    if (stored && waits && (isTried || !stored.last)) {
      const mayHaveArrived = mayHave(stored) || (isTried && mayHave({ last }));
      await submissions.put({ ...stored, last, mayHaveArrived });
    }
  });
}

/**
 * Milliseconds until our server wants to be asked again, by its Retry-After; 0 where it did not say, or the time is over. A clock that
 * was set since makes nothing wait for longer.
 */
export function pauseLeft({ last }: Pick<WaitingSubmission, 'last'>): number {
  if (last?.unsent.kind !== 'later') return 0;
  const passed = Date.now() - last.at;
  const pause = (last.unsent.retryAfterSeconds ?? 0) * 1_000;
  return passed < 0 || passed >= pause ? 0 : pause - passed;
}
