import type { FormDefinition } from '#forms/form.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import { createReadClaim } from '#server/claimant/claim-session.ts';
import { createContinueStart } from '#server/claimant/continue-start.ts';
import { createMergeIn } from '#server/claimant/merge-submission.ts';
import type { Database } from '#server/database/database.ts';
import { createLog } from '#server/observability/log.ts';
import { createAccept, type IncomingSubmission } from '#server/submissions/accept/accept.ts';
import type { Limits } from '#server/submissions/accept/limits.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { createTestDesk } from './create-test-desk.ts';

const siteUrl = 'https://kerbside.example';

/** `accept` on a new store with a desk. `send` throws where a submission was not accepted, with the reason as its message. */
export async function createTestAccept(database: Database, { limits = null }: { limits?: Limits | null } = {}) {
  const testDesk = await createTestDesk(database);
  const { audit, clock } = testDesk;
  const log = createLog({ level: 'error', write: () => {} });
  const secret = 'a secret of thirty-two characters';
  const links = createClaimLinks({ database, secret, previousSecret: null, siteUrl, now: clock.now });

  /** Makes `accept` as one instance has it. */
  function createInstance() {
    const mergeIn = createMergeIn({ audit, acknowledges: true });
    const store = createSubmissionStore(database, { acknowledges: true, mergeIn });
    const accept = createContinueStart({
      accept: createAccept({ store, limits, log, now: clock.now, onStored: () => {} }),
      log,
      readStarted: createReadClaim(links, siteUrl, 'started'),
      readClaim: createReadClaim(links, siteUrl),
    });
    return async (form: FormDefinition, answers: Record<string, string>, more: Partial<IncomingSubmission> = {}) => {
      const acceptance = await accept({ form, answers, idempotencyKey: null, cameBy: 'function', ...more });
      if (acceptance.kind !== 'accepted' && acceptance.kind !== 'duplicate') throw new Error(acceptance.kind);
      return { ...acceptance.submission, kind: acceptance.kind };
    };
  }

  return {
    ...testDesk,
    database,
    send: createInstance(),
    /** Sends by another instance on the same store. */
    sendElsewhere: createInstance(),
    /** The cookie of the browser in which the claim was begun. */
    startedCookie: (begun: Parameters<typeof links.linkOf>[0]) =>
      `__Host-kerbside-started=${links.linkOf(begun)?.split('/').at(-1)}`,
    rows: () => database.db.selectFrom('form_submissions').selectAll().orderBy('created_at').execute(),
    templates: async () => (await testDesk.emails()).map(({ template }) => template),
    messages: async () => (await database.db.selectFrom('claimant_messages').select('text').execute()).map(({ text }) => text),
  };
}
