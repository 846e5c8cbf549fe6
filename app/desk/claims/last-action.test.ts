// Protects: the message about the last action is shown once, on its own claim, and a forged cookie shows none.
import { expect, test } from 'vitest';
import { readUndo } from '#server/claims/actions/actions.ts';
import { type LastAction, lastActionCookie, readLastAction } from './last-action.tsx';

const page = (cookie?: string, protocol = 'https') =>
  new Request(`${protocol}://kerbside.example/desk/submissions/s1`, cookie === undefined ? {} : { headers: { Cookie: cookie } });

test.each<LastAction>([
  { type: 'contacted', undo: { type: 'contact undone' } },
  { type: 'assigned', undo: { type: 'assigned', to: null, from: 'hana' } },
  { type: 'note removed', undo: { type: 'note restored', noteId: 'n1' } },
  { type: 'email sent again', undo: null },
])('%o is shown on the page that follows, once, and on no other claim', (lastAction) => {
  const [pair = ''] = lastActionCookie(page(), 's1', lastAction).split(';');
  const { lastAction: read, clearCookie } = readLastAction({ readUndo }, page(`a=b; ${pair}; c=d`), 's1');
  expect(read).toEqual(lastAction);
  expect(clearCookie).toMatch(/^kerbside_done=;.*Max-Age=0/);
  expect(readLastAction({ readUndo }, page(pair), 's2')).toEqual({ lastAction: null, clearCookie });
});

test('the cookie is for the server alone, for a minute, and over TLS where the site is', () => {
  const lastAction: LastAction = { type: 'contacted', undo: null };
  expect(lastActionCookie(page(), 's1', lastAction)).toMatch(
    /; Path=\/desk\/submissions; HttpOnly; SameSite=Lax; Max-Age=60; Secure$/,
  );
  expect(lastActionCookie(page(undefined, 'http'), 's1', lastAction)).not.toContain('Secure');
});

test.each([
  '',
  'kerbside_done=',
  'kerbside_done=%',
  'kerbside_done=did%3Dtoppled%26submission%3Ds1',
  'x_kerbside_done=did%3Dclosed',
])('a cookie of "%s" is ignored', (cookie) => {
  expect(readLastAction({ readUndo }, page(cookie), 's1').lastAction).toBeNull();
});

test('a made-up cookie offers no other action than the one that undoes', () => {
  const made = `kerbside_done=${encodeURIComponent('submission=s1&did=contacted&act=note removed&noteId=n1')}`;
  expect(readLastAction({ readUndo }, page(made), 's1').lastAction).toEqual({ type: 'contacted', undo: null });
});
