import { claim } from '#forms/claim.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import type { Audit } from '#server/audit/audit.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import { createReadClaim } from '#server/claimant/claim-session.ts';
import { createClaimant } from '#server/claimant/claimant.ts';
import { createContinueStart } from '#server/claimant/continue-start.ts';
import { createMergeIn } from '#server/claimant/merge-submission.ts';
import type { Database } from '#server/database/database.ts';
import type { Desk } from '#server/desk.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { Log } from '#server/observability/log.ts';
import { createAccept, type IncomingSubmission } from '#server/submissions/accept/accept.ts';
import type { Limits } from '#server/submissions/accept/limits.ts';
import type { NewSubmission } from '#server/submissions/stored-submission.ts';
import { createSubmissionStore } from '#server/submissions/submission-store.ts';
import { aoife } from './fixtures/people.ts';
import { testSecret } from './open-test-app.ts';

const siteUrl = 'https://kerbside.example';

let references = 0;

/** References in the shape that visitors get, which those of the fixtures do not have. Counted, because two of one store may not be the same. */
function nextReference(): string {
  references += 1;
  return `AAAA-${String(references).padStart(4, '0')}`;
}

type Services = {
  database: Database;
  audit: Audit;
  evidence: Evidence;
  desk: Desk;
  notifyStored: () => void;
  log: Log;
  now: () => number;
  limits: Limits | null;
  emailsSenders: boolean;
  storeClaim: (answers: Answers, more: Partial<NewSubmission>) => Promise<string>;
};

/** What visitors do on the store of a desk: they send forms, and open the private links of their claims. */
export function openVisitors({
  database,
  audit,
  evidence,
  desk,
  notifyStored,
  log,
  now,
  limits,
  emailsSenders,
  storeClaim,
}: Services) {
  const links = createClaimLinks({ database, secret: testSecret, previousSecret: null, siteUrl, now });
  const readClaim = createReadClaim(links, siteUrl);
  const cookieOf = (name: string, submission: Parameters<typeof links.linkOf>[0]) =>
    `__Host-kerbside-${name}=${links.linkOf(submission)?.split('/').at(-1)}`;
  /** For each change by a claimant, whether an e-mail was stored. */
  const changed: boolean[] = [];
  const claimant = createClaimant({
    database,
    audit,
    now,
    readClaim,
    makeCopy: desk.copyForClaimant,
    listFiles: evidence.list,
    onChanged: (hasEmail) => {
      changed.push(hasEmail);
      notifyStored();
    },
    emailsSenders,
  });

  /** Makes `accept` as one instance has it, which throws the kind of what is not accepted. */
  function createInstance() {
    const store = createSubmissionStore(database, { emailsSenders, mergeIn: createMergeIn({ audit, emailsSenders }) });
    const accept = createContinueStart({
      accept: createAccept({ store, limits, log, now, onStored: () => {} }),
      log,
      readStarted: createReadClaim(links, siteUrl, 'started'),
      readClaim,
    });
    return async (form: FormDefinition, answers: Record<string, string>, more: Partial<IncomingSubmission> = {}) => {
      const acceptance = await accept({ form, answers, idempotencyKey: null, cameBy: 'function', ...more });
      if (acceptance.kind !== 'accepted' && acceptance.kind !== 'duplicate') throw new Error(acceptance.kind);
      return { ...acceptance.submission, kind: acceptance.kind };
    };
  }

  return {
    claimant,
    changed,
    send: createInstance(),
    /** Sends by another instance on the same store. */
    sendElsewhere: createInstance(),
    /** The cookie of the browser in which the claim was begun. */
    startedCookie: (begun: Parameters<typeof links.linkOf>[0]) => cookieOf('started', begun),
    /** Stores a claim and opens its private link. */
    openClaim: async (answers: Answers = aoife, formName: string = claim.name) => {
      const reference = nextReference();
      const id = await storeClaim(answers, { reference, formName, data: answers });
      const cookie = cookieOf('claim', { id, reference, formName });
      return {
        id,
        reference,
        cookie,
        row: () => database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        /** Posts a form of the claim's page. */
        run: (fields: Record<string, string>, withCookie = cookie) =>
          claimant.run(withCookie, (name) => ({ reference, key: 'k1', ...fields })[name] ?? ''),
        page: async () => {
          const state = await claimant.page(cookie);
          if (state.kind !== 'open') throw new Error(state.kind);
          return state.claim;
        },
      };
    },
    submissions: () => database.db.selectFrom('form_submissions').selectAll().orderBy('created_at').execute(),
    messages: async () => (await database.db.selectFrom('messages').select('text').execute()).map(({ text }) => text),
  };
}
