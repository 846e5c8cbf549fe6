// Protects: closing says whether the claimant learns of it by email, and Enter in its line chooses none of the ways to close.
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { CloseForm } from './close-form.tsx';

function render(more: Partial<SubmissionView>): string {
  const claimant = { withdrawnAt: null } as SubmissionView['claimant'];
  const privateLink = { revokedAt: null, endsAt: null };
  const view = {
    form: 'Make a Claim',
    privateLink,
    claimant,
    recorded: [],
    isToldByEmail: true,
    ...more,
  } as unknown as SubmissionView;
  const element = <CloseForm view={view} unsavedWhy="" />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test.each([
  [{ isToldByEmail: true }, 'The claimant is told in ten minutes.'],
  [{ isToldByEmail: false }, 'No email tells this claimant: call or write to them.'],
  [{ isToldByEmail: false, isConsentTakenBack: true }, 'No email tells this claimant, who took their consent back.'],
])('of %o it says: %s', (view, sentence) => {
  const html = render(view);
  expect(html).toContain(sentence);
  expect(html.includes('told in ten minutes')).toBe(view.isToldByEmail);
});

test('Enter in the line closes nothing', () => {
  const [first] = /<button[^>]*>/.exec(render({})) ?? [];
  expect(first).toContain('disabled');
});
