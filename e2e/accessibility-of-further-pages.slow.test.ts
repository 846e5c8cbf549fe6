// Protects: no page of a service or a guide has an accessibility violation, whatever its text.
import { test } from 'vitest';
import { expectAccessibleAtBothWidths } from './harness/axe-violations.ts';
import { setupJourney } from './harness/journey.ts';
import { furtherPages } from './harness/site-paths.ts';

const journey = setupJourney();

test.each(furtherPages)('%s has no violations, light or dark, at 1280 and 320 px', async (path) => {
  await expectAccessibleAtBothWidths(await journey.visit(path, { reducedMotion: 'reduce' }));
});
