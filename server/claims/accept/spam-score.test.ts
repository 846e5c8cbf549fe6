// Protects: spam is told by its signals, and no single signal of a person is enough.
import { describe, expect, test } from 'vitest';
import { contact } from '#forms/contact.ts';
import type { Field } from '#forms/form.ts';
import { findForm } from '#forms/forms.ts';
import { readAnswers } from '#forms/read.ts';
import { honeypotField } from '#forms/signals.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages, samples } from '#testing/fixtures/submissions.ts';
import { startProcessorClock } from '#testing/processor-time.ts';
import { type SpamInput, spamReasonOf } from './spam-score.ts';

const harpreet = sampleMessages[0].data;
const calm = { form: contact, honeypot: '', formAgeMs: 45_000, timesBefore: 0 };
const judge = (data: Record<string, string>, conduct: Partial<SpamInput> = {}) =>
  spamReasonOf({ ...calm, data: { ...harpreet, ...data }, ...conduct });

describe('no quarantine', () => {
  test.each(samples)('for $shows', ({ formName, data }) => {
    for (const formAgeMs of [null, 50, 1_000, 45_000])
      expect(
        spamReasonOf({ form: findForm(formName) ?? contact, data, honeypot: undefined, formAgeMs, timesBefore: 7 }),
      ).toBeNull();
  });

  test.each([
    ['for a language or a script', { subject: '查詢', message: '請問需要什麼文件?我的車昨天被撞了。', name: '陳大文' }],
    ['for another', { name: 'محمد علی', subject: 'حادثہ', message: 'میری گاڑی کو پیچھے سے ٹکر لگی۔ براہ کرم فون کریں۔' }],
    ['for a third', { name: 'Олена Шевченко', subject: 'Аварія', message: 'Мою машину вдарили на парковці.' }],
    [
      'for a link to photographs',
      { message: 'Photos: https://photos.example/a1 https://photos.example/a2 https://photos.example/a3' },
    ],
    ['for a link and a map', { message: 'Footage: https://video.example/x. Place: https://maps.example/?q=Barking' }],
    ['for trying the form out', { name: 'test', subject: 'test', message: 'test' }],
    ['for a link in every field', { name: 'https://a.example', subject: 'https://a.example', message: 'https://a.example' }],
    ['for capitals', { name: 'HARPREET KAUR', subject: 'URGENT!!!', message: 'CALL ME NOW!!! £££ 100% NOT MY FAULT' }],
    ['for words that hold other words', { message: 'A specialist in Scunthorpe told me about a loan car for my Ford Escort.' }],
    ['for a name in mixed letters', { name: 'McDonaldO’Reilly', subject: 'DeLorean', message: 'iPhone footage' }],
    ['for an angry word', { message: 'Your website design services are dreadful, call me.' }],
    ['for markup without a link', { message: '<a href="javascript:alert(1)">link</a> & <style>*{display:none}</style>' }],
    ['for a long account', { message: 'He pulled out of the rank and hit me. '.repeat(2_000) }],
  ])('%s', (_, data) => {
    expect(judge(data)).toBeNull();
    expect(judge(data, { formAgeMs: null })).toBeNull();
  });

  test('for being quick, or for a form that sends no age and no honeypot', () => {
    expect(judge({}, { formAgeMs: 50 })).toBeNull();
    expect(judge({}, { formAgeMs: null, honeypot: undefined })).toBeNull();
  });

  test('for sending one message often, without another signal', () => {
    expect(judge({}, { timesBefore: 49, formAgeMs: null })).toBeNull();
    expect(judge({}, { timesBefore: 100 })).toBeNull();
  });
});

describe('quarantine for a sender who', () => {
  test.each<[string, Record<string, string>, Partial<SpamInput>]>([
    ['fills in what nobody sees', {}, { honeypot: 'Google' }],
    ['fills in a space there', {}, { honeypot: ' ' }],
    ['sends something else there', {}, { honeypot: { a: 1 } }],
    ['sends in the moment the form is there', {}, { formAgeMs: 0 }],
    ['sends the same words again and again', {}, { timesBefore: 50, formAgeMs: null }],
    ['sends the same words often, and in a hurry', {}, { timesBefore: 8, formAgeMs: 500 }],
    ['links to many sites', { message: 'abcdef'.replaceAll(/./g, 'https://$&.example ') }, {}],
    ['links to several sites in markup', { message: 'abc'.replaceAll(/./g, '<a href="https://$&.example">good</a> ') }, {}],
    ['writes for a forum', { message: 'Look: [url=https://a.example]good[/url]' }, {}],
    ['sells and links', { message: 'We rank your site higher! www.seo.example' }, {}],
    ['sells in letters dressed up', { message: '𝗦𝗘𝗢 𝘀𝗲𝗿𝘃𝗶𝗰𝗲𝘀 at https://seo.example' }, {}],
    ['sells the same in every field', { name: 'Online casino', subject: 'Online casino', message: 'Online casino' }, {}],
    ['sells very quickly', { message: 'Earn passive income.' }, { formAgeMs: 300 }],
    ['types random letters', { name: 'xKqTzWvbLpRm', subject: 'QpLmXzRvTyUoWs', message: 'hGtRbNmKzQwPl' }, {}],
  ])('%s', (_, data, conduct) => {
    expect(judge(data, conduct)).not.toBeNull();
  });

  test('sells in a choice that an own question does not offer, which is taken as it was sent', () => {
    const dashcam: Field = {
      name: 'dashcam',
      label: 'Dashcam?',
      type: 'select',
      isOwn: true,
      options: [{ value: 'yes', label: 'Yes' }],
    };
    const form = { ...contact, sections: [...contact.sections, { title: 'More', fields: [dashcam] }] };
    const judgeChoice = (choice: string) => {
      const reading = readAnswers(form, { ...harpreet, dashcam: choice });
      return reading.kind === 'complete' && judge(reading.data, { form });
    };
    expect(judgeChoice('We rank your site higher! www.seo.example')).toBe('a link; words of a mass mailing');
    expect([judgeChoice('yes'), judgeChoice('frontAndRearXkq')]).toEqual([null, null]);
  });

  test('the reason holds none of the text', () => {
    expect(judge({ message: 'Backlinks at https://secret.example' })).toBe('a link; words of a mass mailing');
  });
});

test('a hundred kilobytes of bait are judged at once', () => {
  for (const bait of ['<a ', '<a href=', '<a href="http:', '[url=', 'http://', 'www.', '"', 'aB', 'seo ', 'rank '])
    expect(timeOf(() => judge({ message: bait.repeat(100_000 / bait.length) }))).toBeLessThan(1_000);
});

function timeOf(act: () => void): number {
  const processorMs = startProcessorClock();
  act();
  return processorMs();
}

describe('a submission in quarantine', () => {
  test.each(['send', 'insert'] as const)('is stored, has no email, and is answered like any other: %s', async (way) => {
    const testApp = await createTestApp();
    const response = await testApp[way]('Contact Us', { ...harpreet, [honeypotField]: 'Google' });
    expect(response.ok).toBe(true);
    const [row] = testApp.rows();
    expect(JSON.stringify(await response.json())).toContain(way === 'send' ? row?.reference : row?.id);
    expect(row).toMatchObject({
      form_data: JSON.stringify(harpreet),
      quarantined_at: testApp.clock.now,
      quarantine_reason: 'filled in a field that nobody sees',
    });
    expect(testApp.emails()).toEqual([]);
  });

  test('is stored once when it is repeated, and gets no email either', async () => {
    const testApp = await createTestApp();
    const first = await (await testApp.send('Contact Us', { ...harpreet, [honeypotField]: 'x' })).json();
    expect(await (await testApp.send('Contact Us', harpreet)).json()).toEqual(first);
    expect([testApp.rows().length, testApp.emails().length]).toEqual([1, 0]);
  });

  test('does not keep the others of its batch from their emails', async () => {
    const testApp = await createTestApp();
    const names = ['Aoife', 'Bo', 'Cem'];
    await Promise.all(
      names.map((name) => testApp.send('Contact Us', { ...harpreet, name, ...(name === 'Bo' && { [honeypotField]: 'x' }) })),
    );
    expect([testApp.rows().length, testApp.emails().length]).toEqual([3, 2]);
  });

  test('the age of the form counts, where it is a valid number', async () => {
    const testApp = await createTestApp();
    const ages = ['0', '49', '50', '45000', '', '-1', 'soon', '1e1', '9'.repeat(13)];
    for (const [index, age] of ages.entries())
      await testApp.send('Contact Us', { ...harpreet, phone: `${index}` }, { 'X-Form-Age': age });
    expect(testApp.rows().map(({ quarantine_reason }) => quarantine_reason !== null)).toEqual(ages.map((_, index) => index < 2));
  });
});
