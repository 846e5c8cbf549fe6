// Protects: staff hear voice notes and see films in the desk, as copies by ffmpeg where the browser does not play the original.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFfmpeg, makeFilm } from '#testing/ffmpeg.ts';
import { storeReader } from '#testing/read-store.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { axeViolations, axeViolationsDark, horizontalOverflow } from './harness/axe-violations.ts';
import { sendClaimWith } from './harness/claim-with-files.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const program = findFfmpeg();

const desk = setupDeskJourney(program ? { FFMPEG_PATH: program } : {});

test('a voice note plays with the keyboard alone, and one that no browser plays as a copy', async () => {
  const silence = Buffer.alloc(150 * 32, Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)]));
  const page = await openClaim({ 'note.wav': wav(), 'note.amr': Buffer.concat([Buffer.from('#!AMR\n'), silence]) });
  await page.getByRole('link', { name: 'Open note.wav' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Evidence' });
  const sound = dialog.locator('audio[aria-label="note.wav"]');
  await sound.press('Space');
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Next' }).press('Enter');
  await dialog.getByText(program ? 'This is a copy' : 'This browser cannot play it.').waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Previous' }).press('Enter');
    await sound.waitFor();
    expect([...(await axeViolations(page)), ...(await axeViolationsDark(page))], `at ${width}`).toEqual([]);
    await dialog.getByRole('button', { name: 'Next' }).press('Enter');
  }
});

describe.runIf(program)('ffmpeg', () => {
  test('a film of a dashcam has a still, and a copy that plays and is called one', async () => {
    const film = readFileSync(makeFilm(String(program), join(temporaryFolder(), 'a.ts'), { seconds: 4 }));
    const page = await openClaim({ 'dashcam.ts': film });
    const still = page.locator('.evidence-thumbnail img');
    // It is loaded once it comes near to the screen.
    await still.scrollIntoViewIfNeeded();
    await expect.poll(() => still.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
    await page.getByRole('link', { name: 'Open dashcam.ts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Evidence' });
    await dialog.getByText('This is a copy').waitFor();
    const shown = dialog.locator('video');
    await shown.evaluate((one: HTMLVideoElement) => one.play());
    expect(await shown.evaluate((one: HTMLVideoElement) => [one.videoWidth, Math.round(one.duration)])).toEqual([320, 4]);
    const link = String(await shown.getAttribute('src'));
    const refused = await desk.journey.product.request(link);
    expect([link.endsWith('/copy'), refused.status, refused.headers.location]).toEqual([
      true,
      302,
      expect.stringContaining('/desk/sign-in'),
    ]);
  });
});

describe.runIf(program)('a film that is cut', () => {
  test('its viewer says that there is no copy that plays either', async () => {
    const film = readFileSync(makeFilm(String(program), join(temporaryFolder(), 'a.mp4'), { seconds: 4 }));
    const page = await openClaim({ 'cut.mp4': film.subarray(0, film.indexOf('moov')) }, { expected: /status of 404/ });
    await page.getByRole('link', { name: 'Open cut.mp4' }).click();
    const dialog = page.getByRole('dialog', { name: 'Evidence' });
    await dialog.getByText('This browser cannot play it. No copy that plays could be made. It can be downloaded.').waitFor();
  });
});

/** The page of a claim with these files, once their previews were made. */
async function openClaim(files: Record<string, Buffer>, options: Parameters<typeof desk.open>[2] = {}) {
  const id = await sendClaimWith(desk.journey.product, files, { additionalInfo: `films ${crypto.randomUUID()}` });
  const { all } = storeReader({ dataDir: desk.journey.product.dataDir, databaseUrl: null });
  const waiting = `select 1 from evidence where submission_id = '${id}' and preview_state = 'waiting'`;
  await until('previews', async () => (await all(waiting)).length === 0);
  return desk.open(`/desk/submissions/${id}`, desk.handler, options);
}

/** Three seconds of a tone, without a codec. */
function wav(): Buffer {
  const samples = Buffer.alloc(3 * 8_000 * 2);
  for (let at = 0; at < samples.length / 2; at += 1) samples.writeInt16LE(Math.round(8_000 * Math.sin(at / 3)), at * 2);
  const head = Buffer.from(
    '524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461' + '00000000',
    'hex',
  );
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
