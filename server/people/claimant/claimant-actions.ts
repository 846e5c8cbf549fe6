import { createHash } from 'node:crypto';
import { site } from '#content/site.ts';
import { day } from '#forms/durations.ts';
import { mayBeCalled } from '#forms/field-warning.ts';
import { typedInto, typedText } from '#forms/typed-text.ts';
import { isErasureRequested } from '#server/claims/view/submission-reader.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { type ClaimantAction, refused } from './claimant-action.ts';
import { saveAnswers, storeAnswers } from './save-answers.ts';

const longestMessage = 5_000;
const longestCallPreference = 300;
const longestPhone = 100;

/** The limits on the messages of one claim. No person writes as much, and a link may be in the wrong hands. */
const messageLimits = { perDay: 50, characters: 500_000 };

const callUs = () => `call us on ${site.helpline.display}`;

const notCallable = 'We cannot call that number. Enter one that we can call.';

/** Everything that claimants can do, by the name that forms post as `act`. */
export const claimantActions: Record<string, ClaimantAction> = {
  message: async ({ tx, row, now, field }) => {
    const text = typedText(field('text'));
    if (text === '') return refused('Write your message first.');
    if (text.length > longestMessage) return refused('A message has 5,000 characters at most. Please send it in parts.');
    // The id is derived from the key of the rendered form and the text, so that the same form sent twice is one message.
    const id = createHash('sha256')
      .update(JSON.stringify([row.id, field('key'), text]))
      .digest('hex');
    const messages = tx.selectFrom('messages').where('submission_id', '=', row.id).where('channel', '=', 'page');
    const sent = await messages.select(['id', 'at', ({ fn }) => fn<number>('length', ['text']).as('size')]).execute();
    if (sent.some((one) => one.id === id)) return { kind: 'unchanged' };
    const today = sent.filter(({ at }) => at > now - day);
    const characters = sent.reduce((sum, { size }) => sum + size, text.length);
    if (today.length >= messageLimits.perDay || characters > messageLimits.characters)
      return refused(`We have very many messages about this claim already. Please ${callUs()}.`);
    await tx.insertInto('messages').values({ id, submission_id: row.id, at: now, text }).execute();
    return { kind: 'done', action: 'message sent' };
  },

  call: ({ row, field }) => {
    const preference = [typedText(field('time')), typedText(field('note'))].filter(Boolean).join('. ');
    if (preference === '') return refused('Choose a time, or write when we can reach you.');
    if (preference.length > longestCallPreference) return refused('Please say it in fewer words, or send it as a message.');
    if (preference === row.call_preference) return { kind: 'unchanged' };
    return { kind: 'done', action: 'call time chosen', update: { call_preference: preference } };
  },

  phone: async (context) => {
    const { row, field } = context;
    const phone = typedInto({ type: 'tel' }, typedText(field('phone'))).slice(0, longestPhone);
    if (row.closed_at !== null) return refused(`This claim is closed, so nothing was saved. Please ${callUs()}.`);
    if (!mayBeCalled(phone)) return refused(notCallable, { phone: notCallable });
    if (phone === answersOf(row.form_data).phone) return { kind: 'unchanged' };
    return { ...(await storeAnswers(context, { phone })), action: 'phone number changed' };
  },

  answers: saveAnswers,
  /** Saves one section of a claim that was begun at the roadside. */
  section: saveAnswers,

  withdraw: ({ row, now, field }) => {
    if (row.withdrawn_at !== null) return { kind: 'unchanged' };
    if (row.closed_at !== null) return refused(`This claim is closed already. If that is not right, ${callUs()}.`);
    if (field('confirm') !== 'yes') return refused('Tick the box if you want to withdraw your claim.');
    return { kind: 'done', action: 'withdrawn', update: { withdrawn_at: now } };
  },

  continue: ({ row }) => {
    if (row.withdrawn_at === null) return { kind: 'unchanged' };
    if (row.closed_at !== null) return refused(`This claim was closed meanwhile. To go on with it, ${callUs()}.`);
    return { kind: 'done', action: 'withdrawal undone', update: { withdrawn_at: null } };
  },

  erasure: ({ row, now, field }) => {
    if (isErasureRequested(row)) return { kind: 'unchanged' };
    if (field('confirm') !== 'yes') return refused('Tick the box if you want to ask us to erase your data.');
    const noAnswer = { erasure_answered_at: null, erasure_answered_by: null, erasure_answer: null };
    return { kind: 'done', action: 'erasure requested', update: { erasure_requested_at: now, ...noAnswer } };
  },

  keep: ({ row }) =>
    isErasureRequested(row)
      ? { kind: 'done', action: 'erasure request withdrawn', update: { erasure_requested_at: null } }
      : { kind: 'unchanged' },
};
