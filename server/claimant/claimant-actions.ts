import { createHash } from 'node:crypto';
import { site } from '#content/site.ts';
import { blankFieldsOf } from '#forms/answers.ts';
import { refusals } from '#forms/errors.ts';
import { type Answers, fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { type FieldErrors, problemWith } from '#forms/read.ts';
import type { AuditAction } from '#server/audit/audit-event.ts';
import type { Engine } from '#server/database/database.ts';
import { answersOf, type Tx } from '#server/database/schema.ts';
import { removeReminders } from '#server/submissions/actions/transitions.ts';
import { reindexSubmission } from '#server/submissions/search/search-store.ts';
import type { SubmissionRow } from '#server/submissions/view/submission-reader.ts';

/** What a form of the page posted, by name; '' for what it did not. */
export type PostedForm = (name: string) => string;

/** `row` is locked until the transaction ends. */
type Context = { tx: Tx; engine: Engine; row: SubmissionRow; now: number; field: PostedForm };

type Column = 'withdrawn_at' | 'call_preference' | 'erasure_requested_at';
type AnswerColumn = 'erasure_answered_at' | 'erasure_answered_by' | 'erasure_answer';
type Update = Partial<Pick<SubmissionRow, Column | AnswerColumn>>;

/** The result within the transaction. `unchanged`: it was so before, as after a double click. `details`: nothing that was typed. */
export type ClaimantResult =
  | { kind: 'done'; action: AuditAction; details?: Record<string, string>; update?: Update }
  | { kind: 'unchanged' }
  | { kind: 'refused'; message: string; errors?: FieldErrors };

const longestMessage = 5_000;
const longestCallPreference = 300;

/** Of one claim: no person writes as much, and a link may be in the wrong hands. */
const messageLimits = { perDay: 50, characters: 500_000 };

const dayMs = 24 * 3_600_000;
const callUs = `call us on ${site.helpline.display}`;
const alreadyGiven = 'This was answered before. To change it, send us a message.';

/** Everything that claimants can do, by the name that forms post as `act`. */
export const claimantActions: Record<string, (context: Context) => Promise<ClaimantResult> | ClaimantResult> = {
  message: async ({ tx, row, now, field }) => {
    const text = typed(field('text'));
    if (text === '') return refused('Write your message first.');
    if (text.length > longestMessage) return refused('A message has 5,000 characters at most. Please send it in parts.');
    // Of the form as it was rendered, and of the text: the same form sent twice is one message.
    const id = createHash('sha256')
      .update(JSON.stringify([row.id, field('key'), text]))
      .digest('hex');
    const messages = tx.selectFrom('claimant_messages').where('submission_id', '=', row.id);
    const sent = await messages.select(['id', 'created_at', ({ fn }) => fn<number>('length', ['text']).as('size')]).execute();
    if (sent.some((one) => one.id === id)) return { kind: 'unchanged' };
    const today = sent.filter(({ created_at: at }) => at > now - dayMs);
    const characters = sent.reduce((sum, { size }) => sum + size, text.length);
    if (today.length >= messageLimits.perDay || characters > messageLimits.characters)
      return refused(`We have very many messages about this claim already. Please ${callUs}.`);
    await tx.insertInto('claimant_messages').values({ id, submission_id: row.id, created_at: now, text }).execute();
    return { kind: 'done', action: 'message sent' };
  },

  call: ({ row, field }) => {
    const preference = [typed(field('time')), typed(field('note'))].filter(Boolean).join('. ');
    if (preference === '') return refused('Choose a time, or write when we can reach you.');
    if (preference.length > longestCallPreference) return refused('Please say it in fewer words, or send it as a message.');
    if (preference === row.call_preference) return { kind: 'unchanged' };
    return { kind: 'done', action: 'call time chosen', update: { call_preference: preference } };
  },

  answers: addAnswers,

  withdraw: async ({ tx, row, now, field }) => {
    if (row.withdrawn_at !== null) return { kind: 'unchanged' };
    if (row.closed_at !== null) return refused(`This claim is closed already. If that is not right, ${callUs}.`);
    if (field('confirm') !== 'yes') return refused('Tick the box if you want to withdraw your claim.');
    await removeReminders(tx, row.id);
    return { kind: 'done', action: 'withdrawn', update: { withdrawn_at: now } };
  },

  continue: ({ row }) =>
    row.withdrawn_at === null
      ? { kind: 'unchanged' }
      : { kind: 'done', action: 'withdrawal undone', update: { withdrawn_at: null } },

  erasure: ({ row, now, field }) => {
    if (row.erasure_requested_at !== null && row.erasure_answered_at === null) return { kind: 'unchanged' };
    if (field('confirm') !== 'yes') return refused('Tick the box if you want to ask us to erase your data.');
    const noAnswer = { erasure_answered_at: null, erasure_answered_by: null, erasure_answer: null };
    return { kind: 'done', action: 'erasure requested', update: { erasure_requested_at: now, ...noAnswer } };
  },

  keep: ({ row }) =>
    row.erasure_requested_at === null || row.erasure_answered_at !== null
      ? { kind: 'unchanged' }
      : { kind: 'done', action: 'erasure request withdrawn', update: { erasure_requested_at: null } },
};

/** Only what was left blank can be filled in. */
async function addAnswers({ tx, engine, row, field }: Context): Promise<ClaimantResult> {
  const data = answersOf(row.form_data);
  const form = formOf(row.form_name, data);
  const blanks = new Set(blankFieldsOf(form, data).map(({ name }) => name));
  const errors: FieldErrors = {};
  const added: Answers = {};
  for (const one of fieldsOf(form)) {
    const value = field(one.name);
    if (value.trim() === '' || value === data[one.name]) continue;
    const problem = blanks.has(one.name) ? problemWith(one, value) : alreadyGiven;
    if (problem) errors[one.name] = problem;
    else added[one.name] = value;
  }
  if (Object.keys(errors).length > 0) return refused(refusals.checkAnswers, errors);
  const names = Object.keys(added);
  // Nothing was given, or the same was given before: by a double click, or in another tab.
  if (names.length === 0) {
    const isRepeat = fieldsOf(form).some(({ name }) => field(name) !== '' && field(name) === data[name]);
    return isRepeat ? { kind: 'unchanged' } : refused('Fill in an answer first.');
  }
  const all = { ...data, ...added };
  const inOrder = fieldsOf(form).flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]]));
  const complete: Answers = { ...Object.fromEntries(inOrder), ...all };
  const { id, reference, form_name: formName, created_at: createdAt } = row;
  await tx
    .updateTable('form_submissions')
    .set({ form_data: JSON.stringify(complete) })
    .where('id', '=', id)
    .execute();
  await reindexSubmission(tx, engine, { id, reference, formName, createdAt, data: complete });
  return { kind: 'done', action: 'answers added', details: { fields: names.join(', ') } };
}

function refused(message: string, errors: FieldErrors = {}): ClaimantResult {
  return { kind: 'refused', message, errors };
}

/** Text as it is stored: a form posts line ends as two characters. */
function typed(text: string): string {
  return text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim();
}
