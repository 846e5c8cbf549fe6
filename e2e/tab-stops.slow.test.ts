// Protects: no Tab stop of a page is covered, unmarked or a trap (`with-a-keyboard-alone.test.ts` has those on the way to a claim).
import { expect, test } from 'vitest';
import { focusedNow } from './harness/focused.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

test.each(['/', oneService, '/faq', '/contact', '/partners'])(
  '%s: every Tab stop is in view with a clearly visible focus, and none traps it',
  async (path) => {
    const page = await journey.visit(path, { ...wide, reducedMotion: 'reduce' });
    const count = await page.locator('a[href]:visible, button:visible, summary:visible, input:visible, textarea:visible').count();
    const lost: string[] = [];
    for (let stop = 0; stop < count + 20; stop++) {
      await page.keyboard.press('Tab');
      const { what, seen, marked } = await focusedNow(page);
      if (what === 'BODY') return expect(lost).toEqual([]);
      if (!seen || !marked) lost.push(`${what}${seen ? '' : ', covered'}${marked ? '' : ', no clear mark'}`);
    }
    expect.unreachable(`Tab does not come to an end; the focus is on ${(await focusedNow(page)).what}`);
  },
);
