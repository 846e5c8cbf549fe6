// Protects: a deploy at any moment leaves the saved site whole.
import { describe, expect, test } from 'vitest';
import { noNetwork, type Route } from './harness/front-server.ts';
import {
  type Build,
  expectBuild,
  lookForUpdate,
  savedVersions,
  setupSavedSite,
  siteSaved,
  workerState,
} from './harness/setup-saved-site.ts';
import { failToSend, storedClaims } from './harness/waiting.ts';

const site = setupSavedSite();

describe.each<[string, Build, Build]>([
  ['to another build', 'own', 'other'],
  ['back to the build before', 'other', 'own'],
])('a deploy %s', (_, before, after) => {
  test('between two visits: every page is whole, and the new build is saved', async () => {
    const page = await site.visitAndSave(before);
    site.front.route = site.to(after);
    for (const path of ['/', '/faq']) await site.openFromNetwork(page, path, after);
    await expect.poll(() => workerState(page)).toBe('waiting');

    // As long as a page is open, the version that was saved first is there, and complete.
    site.front.route = noNetwork;
    await site.open(page, '/make-a-claim');
    await expectBuild(page, before);
    const next = await site.closeAndOpen(page, '/make-a-claim', after);
    await expectBuild(next, after);
    expect(await next.evaluate(() => caches.keys())).toHaveLength(1);
  });

  test('A page that was open during it goes on without a network as it began', async () => {
    const page = await site.visitAndSave(before);
    site.front.route = site.to(after);
    await lookForUpdate(page);
    await expect.poll(() => workerState(page)).toBe('waiting');
    site.front.route = noNetwork;
    await page.getByRole('contentinfo').getByRole('link', { name: 'Make a Claim' }).click();
    await page.waitForURL('**/make-a-claim');
    await page.locator('main form').first().waitFor();
    await expectBuild(page, before);
  });

  test('while a claim waits: what the one build kept is sent by the other, once', async () => {
    const page = await site.open(await site.visitAndSave(before), '/make-a-claim');
    const lastName = `Deploy to ${after}`;
    await failToSend(page, lastName, async () => {
      site.front.route = noNetwork;
    });
    const next = await page.context().newPage();
    await page.close();
    site.front.route = site.to(after);
    await site.openFromNetwork(next, '/faq', after);
    await next.getByText('We have your claim.').waitFor();
    await site.open(next, '/make-a-claim');
    expect(storedClaims(site.product(after), lastName)).toHaveLength(1);
    expect(storedClaims(site.product(before), lastName)).toEqual([]);
  });

  test('in the middle of a first save: nothing is saved, and the next visit saves the new build', async () => {
    const page = await site.newPage();
    const deploy = deployWhileSaving(site.to(before), site.to(after));
    await site.open(page, '/');
    await deploy;
    await expect.poll(() => workerState(page)).toBe('none');
    expect(await savedVersions(page)).toEqual([]);
    await site.open(page, '/');
    await siteSaved(page);
    site.front.route = noNetwork;
    await site.open(page, '/faq');
    await expectBuild(page, after);
  });

  test('in the middle of a later save: what was saved before stays', async () => {
    const page = await site.visitAndSave(before);
    const saved = await savedVersions(page);
    const deploy = deployWhileSaving(site.to(after), site.to(before));
    await lookForUpdate(page);
    await deploy;
    await expect.poll(() => workerState(page)).toBe('active');
    expect(await savedVersions(page)).toEqual(saved);
    site.front.route = noNetwork;
    await site.open(page, '/faq');
    await expectBuild(page, before);
  });
});

/**
 * Serves some files from one build and the rest from the other, beginning with the service worker's script. Resolves when both are in
 * use.
 */
function deployWhileSaving(first: Route, then: Route): Promise<void> {
  return new Promise((deployed) => {
    let left = Number.POSITIVE_INFINITY;
    site.front.route = (incoming, outgoing) => {
      if (incoming.url === '/service-worker.js') left = Math.min(left, 6);
      else left -= 1;
      if (left < 0) deployed();
      return (left < 0 ? then : first)(incoming, outgoing);
    };
  });
}
