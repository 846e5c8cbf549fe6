import { site } from '#content/site.ts';
import { blankFieldsOf } from '#forms/answers.ts';
import { isIncomplete, saidFieldsOf } from '#forms/continuation.ts';
import { refusals } from '#forms/errors.ts';
import { type Answers, type Field, type FormDefinition, fieldsOf, isAsked } from '#forms/form.ts';
import { findForm, formOf } from '#forms/forms.ts';
import { type FieldErrors, problemWith } from '#forms/read.ts';
import { storedFrom } from '#forms/shown-as-sent.ts';
import { renderedName } from '#forms/typed-text.ts';
import { acknowledgement } from '#server/claims/sender-emails.ts';
import { storeCorrections } from '#server/claims/store-corrections.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { emailToSender, senderAddress, senderEmailKind } from '#server/mail/out/email-store.ts';
import { type ActionContext, type ClaimantResult, type Done, type PostedForm, refused } from './claimant-action.ts';

const problems = {
  alreadyGiven: 'This was answered before. To change it, send us a message.',
  changedMeanwhile: 'This was changed meanwhile, in another tab or on another device. Save again to keep your version.',
  closed: () => `This claim is closed, so nothing was saved. If you want to go on with it, call us on ${site.helpline.display}.`,
  withdrawn: 'You have withdrawn this claim, so nothing was saved. Choose to go on with it first.',
};

/**
 * Saves answers that were missing. In a claim that was begun at the roadside, answers that were not asked for there can also be
 * changed until the claim is complete; those given at the roadside stay as they are.
 */
export async function saveAnswers(context: ActionContext): Promise<ClaimantResult> {
  const { row, field } = context;
  const data = answersOf(row.form_data);
  if (isIncomplete(row.form_name, data)) {
    if (row.closed_at !== null) return refused(problems.closed());
    if (row.withdrawn_at !== null) return refused(problems.withdrawn);
  }
  const { changes, errors, current, isRepeat } = readPosted(row.form_name, data, field);
  if (Object.keys(errors).length > 0) return refused(refusals.checkAnswers, errors, current);
  // Either nothing was typed, or the same answers were saved before, by a double click or in another tab.
  if (Object.keys(changes).length === 0) return isRepeat ? { kind: 'unchanged' } : refused('Fill in an answer first.');
  return storeAnswers(context, changes);
}

/** Reads the answers that were typed. One that was left as the form was rendered is not a change. */
function readPosted(formName: string, data: Answers, field: PostedForm) {
  const form = formOf(formName, data);
  const isOpen = isOpenIn(formName, form, data);
  const changes: Answers = {};
  const errors: FieldErrors = {};
  const current: Answers = {};
  let isRepeat = false;
  for (const one of fieldsOf(form)) {
    const { name } = one;
    if (!isAsked(one, { ...data, ...changes })) continue;
    const shown = [field(renderedName(name)), data[name] ?? ''] as const;
    const lines = storedFrom(one, shown);
    const asStored = (text: string) => shownAddress(lines(text));
    const [value, [rendered, stored]] = [asStored(field(name)), shown.map(asStored) as [string, string]];
    if (value !== '' && value === stored) isRepeat = true;
    if (value === stored || value === rendered) continue;
    if (!isOpen(one)) errors[name] = problems.alreadyGiven;
    else if (rendered !== stored) {
      errors[name] = problems.changedMeanwhile;
      current[name] = data[name] ?? '';
    } else {
      const problem = problemWith({ ...one, required: false }, value);
      if (problem) errors[name] = problem;
      else changes[name] = value;
    }
  }
  return { changes, errors, current, isRepeat };
}

function isOpenIn(formName: string, form: FormDefinition, data: Answers): (field: Field) => boolean {
  const own = findForm(formName);
  if (own && isIncomplete(formName, data)) {
    const said = new Set(saidFieldsOf(own, data));
    return ({ name }) => !said.has(name);
  }
  const blank = new Set(blankFieldsOf(form, data).map(({ name }) => name));
  return ({ name }) => blank.has(name);
}

/** Stores changed answers with everything that follows from them, in the transaction that has the row locked. */
export async function storeAnswers(context: Omit<ActionContext, 'field'>, changes: Answers): Promise<Done> {
  const { tx, row, emailsSenders, now } = context;
  const { form_name: formName } = row;
  const before = answersOf(row.form_data);
  const { data } = await storeCorrections(tx, row, { changes, by: claimantActor.id, at: now });
  const names = Object.keys(changes);
  const replaced = names.filter((name) => before[name]);
  const isCompleted = isIncomplete(formName, before) && !isIncomplete(formName, data);
  return {
    kind: 'done',
    action: isCompleted ? 'claim completed' : 'answers added',
    details: { fields: names.join(', '), ...(replaced.length > 0 && { replaced: replaced.join(', ') }) },
    isCompleted,
    hasEmail: emailsSenders && (await acknowledgeAddress(context, before, data)),
  };
}

/** The most acknowledgements that one claim causes: anyone who has its link must not be able to send e-mails to many addresses. */
const acknowledgementsOfClaim = 3;

/** Stores an acknowledgement to the sender once there is an e-mail address, or a different one. */
async function acknowledgeAddress(
  { tx, row, quotas, network, now }: Omit<ActionContext, 'field'>,
  before: Answers,
  data: Answers,
): Promise<boolean> {
  const { id, form_name: formName, quarantined_at } = row;
  const recipient = senderAddress({ formName, data });
  if (recipient === null || quarantined_at !== null) return false;
  if (recipient === senderAddress({ formName, data: before })) return false;
  const sent = await tx
    .selectFrom('jobs')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', senderEmailKind)
    .where('template', '=', acknowledgement.template)
    .execute();
  if (sent.length >= acknowledgementsOfClaim || !quotas.mayAcknowledge(recipient, network, now)) return false;
  await enqueue(tx, emailToSender({ id, formName, data }, acknowledgement, now));
  return true;
}
