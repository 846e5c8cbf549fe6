// Protects: the header leads each member of staff to the screens that they may open, and says which one is open.
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Role } from '#server/people/staff/staff-member.ts';
import { deskLinks } from './desk-links.ts';
import { DeskNav } from './desk-nav.tsx';

function render(role: Role, path: string, unsorted = 0): string {
  const routes = [{ path: '*', element: <DeskNav role={role} unsorted={unsorted} /> }];
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
}

test('an owner has every link once, those for owners alone under More', () => {
  const [before = '', more = ''] = render('owner', '/desk').split('<details');
  expect(more).toContain('More</summary>');
  for (const { to, owner } of deskLinks) {
    expect(before.includes(`href="${to}"`), to).toBe(!owner);
    expect(more.includes(`href="${to}"`), to).toBe(owner);
  }
});

test('a handler has no More, and sees how many emails wait to be sorted', () => {
  const nav = render('handler', '/desk', 3);
  expect(nav).not.toContain('<details');
  expect(nav).toContain('Unsorted: 3');
});

test('More is marked while one of its screens is open', () => {
  expect(render('owner', '/desk/partner-links/1')).toContain('<summary aria-current="true">');
  expect(render('owner', '/desk/responses')).toContain('<summary>');
});
