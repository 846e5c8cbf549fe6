// Protects: error texts are those of the specification, and say what to do.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { claim } from './claim.ts';
import { fieldProblems, refusals, wireErrors } from './errors.ts';
import { fieldsOf } from './form.ts';
import { accountNotices, notices } from './notices.ts';

test('the notices are those of the specification, to the letter', () => {
  expect(notices.success).toEqual({
    title: '✅ Submission Successful!',
    description: 'Thank you! We have received your message and will be in touch shortly.',
  });
  expect(notices.failure.title).toBe('Uh oh! Something went wrong.');
  expect(notices.failure.fallback).toBe('There was a problem with your submission. Please try again.');
  expect(notices.failure.email('x')).toBe('Email could not be sent: x');
  expect(notices.invalidEmail).toEqual({ title: 'Invalid Email', description: 'Please enter a valid email address.' });
  expect(notices.featureInProgress.title).toBe('Feature in Progress');
  expect(notices.featureInProgress.description).toContain('is not implemented yet');
  expect([accountNotices.signUpFailed, accountNotices.signInFailed, accountNotices.signOutFailed]).toEqual([
    { title: 'Sign up Failed', fallback: 'Something went wrong' },
    { title: 'Sign in Failed', fallback: 'Something went wrong' },
    { title: 'Sign out Failed', fallback: 'Something went wrong' },
  ]);
});

test('Every error text is whole sentences with a request', () => {
  const texts = [...Object.values(refusals).map((text) => (typeof text === 'function' ? text(90) : text))];
  for (const text of texts) {
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text).toMatch(/please|you can/i);
  }
});

test('a label that is a question keeps its mark, and the sentence its own end', () => {
  const [{ notOffered, notText }, asked] = [fieldProblems, { name: 'owner', label: 'Who owns it?', type: 'select' } as const];
  expect(notOffered(asked)).toBe('Choose one of the answers to “Who owns it?”.');
  expect(notText(asked)).toBe('The answer to “Who owns it?” has characters we cannot read. Type it again.');
  expect(notOffered({ ...asked, label: 'Owner' })).toBe('Choose one of the answers under Owner.');
});

test('what cannot be put right by the person names the number to call', () => {
  const { checkAnswers, sentWithOtherAnswers, foreignSite, ...others } = refusals;
  for (const text of [...Object.values(others).map((text) => (typeof text === 'function' ? text(1) : text))])
    expect(text).toContain(site.helpline.display);
});

test('a program is told in one sentence or two', () => {
  for (const text of Object.values(wireErrors)) expect(text).toMatch(/^[A-Z].*\.$/);
});

test('every field of the longest form has its own words', () => {
  for (const field of fieldsOf(claim)) {
    for (const problem of [fieldProblems.missing(field), fieldProblems.notText(field), fieldProblems.notOffered(field)])
      expect(problem).toMatch(/^[A-Z].*\.$/);
    if (field.type !== 'checkbox') expect(fieldProblems.missing(field).toLowerCase()).toContain(field.label.toLowerCase());
  }
});

test('a wait is told in words', () => {
  expect(refusals.tooManyFromAddress(1)).toContain('in a minute');
  expect(refusals.tooManyFromAddress(61)).toContain('in 2 minutes');
  expect(refusals.tooManyFromAddress(9_000)).toContain('in an hour');
});
