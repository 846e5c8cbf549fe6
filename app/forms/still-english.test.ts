// Protects: what a page in another language still says in English is known, and grows only where somebody adds it to this list.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What is marked as English, by file, one entry for each mark. */
const stillEnglish: Record<string, string[]> = {
  'app/site/header.tsx': ['the header, its menus and its numbers'],
  'app/site/footer.tsx': ['the footer'],
  'app/site/via-note.tsx': ['who sent the visitor, as the link says'],
  'app/site/mobile-action-bar.tsx': ['the two buttons at the bottom of a phone'],
  'app/site/site-layout.tsx': ['the link over the header for keyboards', 'the notice of the owner'],
  'app/forms/result.tsx': [
    'that a private link has ended',
    'that we email the private link too',
    'the notice of success or failure without JavaScript',
  ],
  'app/forms/photograph-list.tsx': ['why a photograph was not taken, under the receipt'],
  'app/forms/waiting-item.tsx': ['a claim that was refused after waiting', 'the progress of photographs'],
  'app/forms/waiting-panel.tsx': ['what waits from other pages', 'that what was typed is put aside for a claim that was refused'],
  'app/forms/install-offer.tsx': ['the offer to keep the site on the phone'],
};

test('what is in English on a page in another language is in the list', () => {
  const files = ['app/site', 'app/ui', 'app/forms'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const found = files
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => [file, readFileSync(file, 'utf8').split('lang="en-GB"').length - 1] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(stillEnglish).map(([file, marks]) => [file, marks.length])),
  );
});
