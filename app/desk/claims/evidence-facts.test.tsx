// Protects: what a film says about itself is told in words, with as much of its time as it knows.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { EvidenceView } from '#server/files/staff-evidence.ts';
import { EvidenceFacts } from './evidence-facts.tsx';

const facts = { takenAt: null, latitude: null, longitude: null, camera: null, width: null, height: null, durationMs: null };

test.each([
  ['2026-11-20T14:03:22', 'Taken Fri, 20 Nov 2026, 14:03<'],
  ['2026-11-20T14:03:22-05:00', 'Taken Fri, 20 Nov 2026, 14:03 (UTC−05:00)<'],
  ['2026-11-20T14:03:22Z', 'Taken Fri, 20 Nov 2026, 14:03 (UTC, or as the camera’s clock said)<'],
])('The time %s', (takenAt, words) => {
  expect(shown({ ...facts, takenAt })).toContain(words);
});

test.each([
  [400, '1 s'],
  [61_500, '1 min 2 s'],
  [3_600_000, '1 h'],
])('The length of %i milliseconds', (durationMs, words) => {
  expect(shown({ ...facts, durationMs })).toContain(`<dt>Length</dt><dd>${words}</dd>`);
});

test('A voice note was recorded, not taken', () => {
  expect(shown({ ...facts, takenAt: '2026-11-20T14:03:22' }, 'sound')).toContain('Recorded Fri, 20 Nov 2026, 14:03<');
});

test('What the virus scan did not look into is said to be that, and neither clean nor infected', () => {
  const [long, encrypted] = [shown(facts, 'film', 'too-long'), shown(facts, 'film', 'encrypted')];
  expect(long).toContain('<p>Too long to scan for viruses.');
  expect(encrypted).toContain('<p>Encrypted, so the virus scan cannot look into it.');
  expect(long + encrypted).not.toMatch(/Nothing found|infected/);
  expect(shown(facts)).not.toContain('virus scan cannot');
});

function shown(said: EvidenceView['facts'], group: EvidenceView['group'] = 'film', scan: EvidenceView['scan'] = 'none'): string {
  const item = {
    id: 'a',
    name: 'film.mov',
    group,
    facts: said,
    sha256: '',
    addedByName: 'the claimant',
    source: null,
    scan,
  };
  return renderToStaticMarkup(<EvidenceFacts item={item as EvidenceView} />);
}
