// Protects: files are sent without scripts too, and a closed claim shows its files and takes no more.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { damageNotes } from '#server/files/damage-notes.ts';
import type { EvidenceItem } from '#server/files/evidence-item.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { type ClaimFile, claimFile } from '#server/people/claimant/claim-files.ts';
import { ClosedEvidence, EvidenceSection } from './evidence-section.tsx';

test('a closed claim lists its files to be downloaded, and has no form for more', () => {
  const file = {
    id: 'a',
    name: 'photo.jpg',
    mediaType: 'image/jpeg',
    size: 9_000,
    receivedAt: 0,
    hasThumbnail: true,
    problem: null,
    isDamaged: false,
  };
  const page = renderToStaticMarkup(createElement(ClosedEvidence, { files: [file] }));
  expect(page).toContain(evidenceRefusals.closed);
  expect(page).toContain('href="/your-claim/evidence/a/original"');
  expect(page).not.toContain('<form');
});

test.each([
  [damageNotes.incomplete, 'ready', true],
  [damageNotes.unread, 'failed', true],
  [null, 'ready', false],
  ['It is encrypted, and may ask for a password.', 'none', false],
])('a claimant is asked again for a picture of which it is said: %s', (previewReason, preview, isAsked) => {
  const kept = {
    id: 'a',
    name: 'wing.jpg',
    mediaType: 'image/jpeg',
    size: 9,
    receivedAt: 0,
    scan: 'none',
    preview,
    previewReason,
  };
  const files = [claimFile(kept as EvidenceItem)];
  const open = sectionWith(files);
  expect(open.includes('This picture may be damaged.')).toBe(isAsked);
  expect(renderToStaticMarkup(createElement(ClosedEvidence, { files }))).not.toContain('damaged');
});

test('before scripts the form posts the files themselves, to the claim that the page shows', () => {
  const page = sectionWith([]);
  const [form = ''] = page.match(/<form [^>]*>/) ?? [];
  expect(form).toContain('action="/your-claim/files?claim=7F4M-9TQX"');
  expect(form.toLowerCase()).toContain('enctype="multipart/form-data"');
  expect(page.match(/<input[^>]* name="file"[^>]*>/)?.[0], 'a form with no file in it').toContain('required');
  expect(page).toContain('Send files');
});

function sectionWith(files: ClaimFile[]): string {
  const section = createElement(EvidenceSection, { files, choice: { accept: '', hint: '' }, reference: '7F4M-9TQX' });
  const router = createMemoryRouter([{ path: '/', element: section }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}
