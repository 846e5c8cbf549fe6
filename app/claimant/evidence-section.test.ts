// Protects: a closed claim shows its files and takes no more.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { evidenceRefusals } from '#forms/evidence-rules.ts';
import { ClosedEvidence } from './evidence-section.tsx';

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
