import { site } from '#content/site.ts';
import { day } from '#forms/durations.ts';
import type { Answers } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';
import { emailQuotasOf } from '#server/claims/accept/email-quotas.ts';
import { type App, bind, perApp } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { fileChoice, listEvidence } from '#server/files/evidence.ts';
import { copyForClaimant } from '#server/law/privacy.ts';
import type { ExportedFile, ExportFormat } from '#server/law/subject-access-export.ts';
import { claimFile, isShown } from './claim-files.ts';
import { type ClaimPage, readClaimPage } from './claim-page.ts';
import { readClaim } from './claim-session.ts';
import type { PostedForm } from './claimant-action.ts';
import { claimantActions } from './claimant-actions.ts';
import { noteClaimantUpdate } from './mark-update.ts';

type ClaimPageState = { kind: 'open'; claim: ClaimPage } | { kind: 'ended' } | { kind: 'unknown' };

/**
 * What a request of a claimant came to. `status` is that of the HTTP response, `message` a sentence for the claimant, and `current`
 * has the stored values of answers that were changed in the meantime.
 */
type ClaimantOutcome =
  | { kind: 'done' }
  | { kind: 'refused'; status: 403 | 409 | 422 | 429; message: string; errors: FieldErrors; current: Answers };

export type Claimant = ReturnType<typeof claimantOf>;

/** The most changes in a day by one claim's link: anyone who has it must not be able to fill the audit trail. */
const changesPerDay = 200;

const isDueOf = perApp(({ now }) => createThrottle(now));

async function page(app: App, cookie: string | null): Promise<ClaimPageState> {
  const state = await readClaim(app, cookie);
  if (state.kind !== 'open') return state;
  const claim = await readClaimPage(app.db, state.claim.id);
  if (!claim) return { kind: 'unknown' };
  const files = (await listEvidence(app, state.claim.id)).filter(isShown).map(claimFile);
  return { kind: 'open', claim: { ...claim, files } };
}

/** Does what a form of the page asks for, sent from this IP address, recorded in the audit trail, in one transaction. */
export async function runClaimantAction(
  app: App,
  cookie: string | null,
  field: PostedForm,
  network: string | null = null,
): Promise<ClaimantOutcome> {
  const state = await readClaim(app, cookie);
  if (state.kind !== 'open') return refusal(403, messages[state.kind]());
  if (!state.claim.references.includes(field('reference'))) return refusal(409, messages.otherClaim(state.claim.reference));
  const outcome = await changeOrFollow(app, state.claim.id, field, network);
  if (outcome.kind === 'done') app.noteChange(outcome.hasEmail);
  return outcome.kind === 'refused' ? outcome : { kind: 'done' };
}

/** A copy of what is held about the claim; null where it was erased. */
async function copy(app: App, cookie: string | null, format: ExportFormat): Promise<ExportedFile | null> {
  const state = await readClaim(app, cookie);
  if (state.kind !== 'open') return null;
  const { id } = state.claim;
  if (isDueOf(app)(id)) await app.audit.record({ actor: claimantActor, action: 'copy downloaded', subjectId: id });
  return copyForClaimant(app, id, format);
}

/** What somebody can do with the private link of a claim. The cookie says which claim it is, and no other can be reached. */
export const claimantOf = (app: App) =>
  bind(app, {
    page,
    run: runClaimantAction,
    copy,
    now: ({ now }: App) => now(),
    /** What the form for files says of them. */
    fileChoice,
  });

/** Does it to the claim that this one is merged into, should that happen at the same moment. */
async function changeOrFollow(app: App, id: string, field: PostedForm, network: string | null): Promise<Changed> {
  const outcome = await app.db.write((tx) => change(app, tx, id, field, network));
  return outcome.kind === 'merged' ? changeOrFollow(app, outcome.into, field, network) : outcome;
}

async function change(app: App, tx: Tx, id: string, field: PostedForm, network: string | null) {
  const name = field('act');
  const action = Object.hasOwn(claimantActions, name) ? claimantActions[name] : undefined;
  if (!action) return refusal(422, messages.nothing);
  const query = tx.selectFrom('form_submissions').selectAll().where('id', '=', id);
  const row = await lockRows(tx, query, 'for no key update').executeTakeFirst();
  // The claim was erased since its link was checked.
  if (!row) return refusal(403, messages.unknown());
  if (row.merged_into !== null) return { kind: 'merged' as const, into: row.merged_into };
  const at = app.now();
  const quotas = emailQuotasOf(app);
  if (await hasChangedTooMuch(tx, id, at)) return refusal(429, messages.tooMany());
  const result = await action({ tx, row, now: at, emailsSenders: app.env.acknowledge, quotas, network, field });
  if (result.kind === 'refused') return refusal(422, result.message, result.errors, result.current);
  if (result.kind === 'unchanged') return result;
  const { action: recorded, details = {}, update, isCompleted = false, hasEmail = false } = result;
  if (update) await tx.updateTable('form_submissions').set(update).where('id', '=', id).execute();
  app.audit.recordIn(tx, { actor: claimantActor, action: recorded, subjectId: id, details });
  const tellsTeam = await noteClaimantUpdate(tx, id, at, { isCompleted, quotas });
  return { kind: 'done' as const, hasEmail: tellsTeam || hasEmail };
}

type Refusal = Extract<ClaimantOutcome, { kind: 'refused' }>;
type Changed = { kind: 'done'; hasEmail: boolean } | { kind: 'unchanged' } | Refusal;

const callUs = () => `call us on ${site.helpline.display}`;

const messages = {
  unknown: () =>
    `Your link is no longer open in this browser, so nothing was sent. Open the link in our email again, or ${callUs()}.`,
  ended: () => `Your link has ended, so nothing was sent. Please ${callUs()}.`,
  otherClaim: (reference: string) =>
    `Another claim, ${reference}, was opened in this browser since, so nothing was sent. Open the link of this claim again, or ${callUs()}.`,
  nothing: 'Nothing was chosen.',
  tooMany: () => `Too many changes today. Please try again tomorrow, or ${callUs()}.`,
};

function refusal(status: Refusal['status'], message: string, errors: FieldErrors = {}, current: Answers = {}): Refusal {
  return { kind: 'refused', status, message, errors, current };
}

/** Whether as much was changed within a day as one claim's link allows. */
export async function hasChangedTooMuch(tx: Tx, id: string, at: number): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject_id', '=', id)
    .where('actor_id', '=', claimantActor.id)
    .where('at', '>', at - day)
    .executeTakeFirst();
  return Number(row?.count ?? 0) >= changesPerDay;
}
