// Protects: files are sent without scripts too, and a closed claim shows its files and takes no more.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { evidenceRefusals } from '#server/evidence/evidence-refusals.ts';
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
  };
  const page = renderToStaticMarkup(createElement(ClosedEvidence, { files: [file] }));
  expect(page).toContain(evidenceRefusals.closed);
  expect(page).toContain('href="/your-claim/evidence/a/original"');
  expect(page).not.toContain('<form');
});

test('before scripts the form posts the files themselves, to the claim that the page shows', () => {
  const page = renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: NothingArrived }])));
  const [form = ''] = page.match(/<form [^>]*>/) ?? [];
  expect(form).toContain('action="/your-claim/files?claim=7F4M-9TQX"');
  expect(form.toLowerCase()).toContain('enctype="multipart/form-data"');
  expect(page.match(/<input[^>]* name="file"[^>]*>/)?.[0], 'a form with no file in it').toContain('required');
  expect(page).toContain('Send files');
});

function NothingArrived() {
  return createElement(EvidenceSection, { files: [], choice: { accept: '', hint: '' }, reference: '7F4M-9TQX' });
}
