import { claim } from '#forms/claim.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import { createAccept, type IncomingSubmission } from '#server/claims/accept/accept.ts';
import type { Limits } from '#server/claims/accept/limits.ts';
import type { NewSubmission } from '#server/claims/stored-submission.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import type { App } from '#server/core/app.ts';
import { createMetrics } from '#server/core/observability/metrics.ts';
import { linkOf } from '#server/people/claimant/claim-link.ts';
import { claimantOf } from '#server/people/claimant/claimant.ts';
import { acceptWithCookies } from '#server/people/claimant/continue-start.ts';
import { mergeIn } from '#server/people/claimant/merge-submission.ts';
import { aoife } from './fixtures/people.ts';

let references = 0;

/** References in the shape that visitors get, which those of the fixtures do not have. Counted, because two of one store may not be the same. */
function nextReference(): string {
  references += 1;
  return `AAAA-${String(references).padStart(4, '0')}`;
}

type Options = {
  limits: Limits | null;
  emailsSenders: boolean;
  storeClaim: (answers: Answers, more: Partial<NewSubmission>) => Promise<string>;
};

/** What visitors do on the store of a desk: they send forms, and open the private links of their claims. */
export function openVisitors(opened: App, { limits, emailsSenders, storeClaim }: Options) {
  const cookieOf = (name: string, submission: Parameters<typeof linkOf>[1]) =>
    `__Host-kerbside-${name}=${linkOf(app, submission)?.split('/').at(-1)}`;
  /** For each change by a claimant, whether an e-mail was stored. */
  const changed: boolean[] = [];
  const app: App = {
    ...opened,
    metrics: createMetrics(),
    env: { ...opened.env, acknowledge: emailsSenders },
    noteChange: (hasEmail) => {
      changed.push(hasEmail);
      opened.noteChange(false);
    },
  };
  const claimant = claimantOf(app);

  /** Makes `accept` as one instance has it, which throws the kind of what is not accepted. */
  function createInstance() {
    const { now, log } = app;
    const store = createSubmissionStore(app.db, { emailsSenders, mergeIn: mergeIn.bind(null, app) });
    const accept = acceptWithCookies(app, createAccept({ store, limits, log, now, onStored: () => {} }));
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
    startedCookie: (begun: Parameters<typeof linkOf>[1]) => cookieOf('started', begun),
    /** Stores a claim and opens its private link. */
    openClaim: async (answers: Answers = aoife, formName: string = claim.name) => {
      const reference = nextReference();
      const id = await storeClaim(answers, { reference, formName, data: answers });
      const cookie = cookieOf('claim', { id, reference, formName });
      return {
        id,
        reference,
        cookie,
        row: () => app.db.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
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
    submissions: () => app.db.db.selectFrom('form_submissions').selectAll().orderBy('created_at').execute(),
    messages: async () => (await app.db.db.selectFrom('messages').select('text').execute()).map(({ text }) => text),
  };
}
