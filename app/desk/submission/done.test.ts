import { expect, test } from 'vitest';
import { readUndo } from '#server/submissions/actions/actions.ts';
import { type Done, doneCookie, readDone } from './done.tsx';

const page = (cookie?: string, protocol = 'https') =>
  new Request(`${protocol}://kerbside.example/desk/submissions/s1`, cookie === undefined ? {} : { headers: { Cookie: cookie } });

test.each<Done>([
  { act: 'contacted', undo: { act: 'contact undone' } },
  { act: 'assigned', undo: { act: 'assigned', to: null, from: 'hana' } },
  { act: 'note removed', undo: { act: 'note restored', noteId: 'n1' } },
  { act: 'letter sent again', undo: null },
])('%o reaches the page that follows, once, and no other claim', (done) => {
  const [pair = ''] = doneCookie(page(), 's1', done).split(';');
  const { done: read, spent } = readDone({ readUndo }, page(`a=b; ${pair}; c=d`), 's1');
  expect(read).toEqual(done);
  expect(spent).toMatch(/^kerbside_done=;.*Max-Age=0/);
  expect(readDone({ readUndo }, page(pair), 's2')).toEqual({ done: null, spent });
});

test('the cookie is for the server alone, for a minute, and over TLS where the site is', () => {
  const done: Done = { act: 'contacted', undo: null };
  expect(doneCookie(page(), 's1', done)).toMatch(/; Path=\/desk\/submissions; HttpOnly; SameSite=Lax; Max-Age=60; Secure$/);
  expect(doneCookie(page(undefined, 'http'), 's1', done)).not.toContain('Secure');
});

test.each([
  '',
  'kerbside_done=',
  'kerbside_done=%',
  'kerbside_done=did%3Dtoppled%26submission%3Ds1',
  'x_kerbside_done=did%3Dclosed',
])('a cookie of "%s" says nothing', (cookie) => {
  expect(readDone({ readUndo }, page(cookie), 's1').done).toBeNull();
});

test('a cookie that somebody made up offers no other change than the one that takes it back', () => {
  const made = `kerbside_done=${encodeURIComponent('submission=s1&did=contacted&act=note removed&noteId=n1')}`;
  expect(readDone({ readUndo }, page(made), 's1').done).toEqual({ act: 'contacted', undo: null });
});
