import { expect, test } from 'vitest';
import { readUndo } from '#server/submissions/actions/actions.ts';
import { type Done, doneCookie, readDone } from './done.tsx';

const page = (cookie?: string, protocol = 'https') =>
  new Request(`${protocol}://kerbside.example/desk/submissions/s1`, cookie === undefined ? {} : { headers: { Cookie: cookie } });

test.each<Done>([
  { type: 'contacted', undo: { type: 'contact undone' } },
  { type: 'assigned', undo: { type: 'assigned', to: null, from: 'hana' } },
  { type: 'note removed', undo: { type: 'note restored', noteId: 'n1' } },
  { type: 'email sent again', undo: null },
])('%o is shown on the page that follows, once, and on no other claim', (done) => {
  const [pair = ''] = doneCookie(page(), 's1', done).split(';');
  const { done: read, clearCookie } = readDone({ readUndo }, page(`a=b; ${pair}; c=d`), 's1');
  expect(read).toEqual(done);
  expect(clearCookie).toMatch(/^kerbside_done=;.*Max-Age=0/);
  expect(readDone({ readUndo }, page(pair), 's2')).toEqual({ done: null, clearCookie });
});

test('the cookie is for the server alone, for a minute, and over TLS where the site is', () => {
  const done: Done = { type: 'contacted', undo: null };
  expect(doneCookie(page(), 's1', done)).toMatch(/; Path=\/desk\/submissions; HttpOnly; SameSite=Lax; Max-Age=60; Secure$/);
  expect(doneCookie(page(undefined, 'http'), 's1', done)).not.toContain('Secure');
});

test.each([
  '',
  'kerbside_done=',
  'kerbside_done=%',
  'kerbside_done=did%3Dtoppled%26submission%3Ds1',
  'x_kerbside_done=did%3Dclosed',
])('a cookie of "%s" is ignored', (cookie) => {
  expect(readDone({ readUndo }, page(cookie), 's1').done).toBeNull();
});

test('a made-up cookie offers no other action than the one that undoes', () => {
  const made = `kerbside_done=${encodeURIComponent('submission=s1&did=contacted&act=note removed&noteId=n1')}`;
  expect(readDone({ readUndo }, page(made), 's1').done).toEqual({ type: 'contacted', undo: null });
});
