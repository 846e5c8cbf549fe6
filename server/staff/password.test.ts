import { expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

test('twelve characters of anything will do', () => {
  for (const text of ['correct horse battery', 'tram-velvet-orbit', '停车时被撞后我要一个很长的密码', 'x7Lq!9zRw#2v'])
    expect(passwordProblem(text)).toBeNull();
});

test('what is short, endless, or tried first is not taken, and the sentence says what to do', () => {
  expect(passwordProblem('short')).toBe('Choose a password of at least 12 characters.');
  expect(passwordProblem('a'.repeat(129))).toBe('Choose a password of at most 128 characters.');
  for (const text of ['aaaaaaaaaaaaaa', 'Password123456', 'qwertyuiop1234', 'Kerbside2026!!', 'letmein-letmein', '123456789012'])
    expect(passwordProblem(text), text).toContain('one of the first that would be tried');
  expect(passwordProblem('hana.novak.2026', ['hana', 'novak'])).toContain('one of the first that would be tried');
});
