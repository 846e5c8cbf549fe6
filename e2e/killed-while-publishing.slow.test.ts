// Protects: a process that is killed while it publishes leaves the old or the new, and after its restart pages, service worker, files and emails agree.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { postedForm } from '#testing/posted-form.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { makeFolder } from '#testing/test-run.ts';
import { until } from '#testing/until.ts';
import { copyStaffTemplate, renewSessions, staffOfTemplate } from './harness/staff-template.ts';

const exported = await makeFolder();
const settings = { EXPORT_DIR: exported, ACKNOWLEDGE: 'on' };
const numberOf = (round: number) => `0113 496 0${100 + round}`;
const pages = ['/', '/contact', '/faq', '/make-a-claim'];

/** Which of the numbers a text has. */
const numbersIn = (texts: string[]) => [...new Set(texts.flatMap((text) => text.match(/0113 496 01\d\d/g) ?? []))];

/** The exported pages that name a number, as files; none before the first export. */
function exportedPages(): string[] {
  if (!existsSync(join(exported, 'current'))) return [];
  // Of one release: an export goes on when the product is killed, and may change to the next one while these are read.
  const folder = join(realpathSync(join(exported, 'current')), 'site');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

const hasBegun = () => readdirSync(join(exported, 'releases')).some((name) => name.startsWith('.'));

/** When the process is killed, after the form was posted; the time is in milliseconds. */
const moments: [string, (answer: Promise<unknown>) => Promise<unknown>][] = [
  ['at once', async () => {}],
  ...[15, 60, 150, 400].map((ms): [string, () => Promise<unknown>] => [`after ${ms} ms`, () => pause(ms)]),
  ['when it has answered', (answer) => answer],
  ['while it exports', (answer) => answer.then(() => until('an export', async () => hasBegun()))],
  ['when it has exported half', (answer) => answer.then(() => until('an export', async () => hasBegun())).then(() => pause(30))],
];

test('killed while it publishes, and started again', async () => {
  let product = await startProduct(settings, { dataDir: await copyStaffTemplate() });
  renewSessions(product);
  const { owner } = await staffOfTemplate();
  const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const publish = async (at: Product, round: number): Promise<number> => {
    const { text } = await at.request('/desk/site', { headers: { cookie } });
    const given = postedForm(/<form[^>]*site-form[\s\S]*?<\/form>/.exec(text)?.[0] ?? '');
    given.set('helpline', numberOf(round));
    given.set('notice', `Ring ${numberOf(round)} while it snows.`);
    const body = new URLSearchParams([...given].map(([name, value]): [string, string] => [name, String(value)])).toString();
    const headers = { cookie, Origin: at.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    return (await at.request('/desk/site', { method: 'POST', headers, body })).status;
  };

  expect(await publish(product, 0)).toBe(303);
  await until('the first export', async () => numbersIn(exportedPages()).length === 1);
  let before = 0;
  for (const [index, [name, moment]] of moments.entries()) {
    const round = index + 1;
    const posted = publish(product, round).catch(() => null);
    await Promise.race([moment(posted), pause(20_000)]);
    await product.kill();
    const status = await posted;
    expect(numbersIn(exportedPages()).length, `what is exported when it is killed ${name}`).toBe(1);

    product = await startProduct(settings, product);
    const texts = await Promise.all(pages.map(async (path) => (await product.request(path)).text));
    const [shown = '', ...others] = numbersIn(texts);
    expect(others, name).toEqual([]);
    expect([numberOf(before), numberOf(round)], name).toContain(shown);
    if (status === 303) expect(shown, name).toBe(numberOf(round));
    before = shown === numberOf(round) ? round : before;

    const worker = (await product.request('/service-worker.js')).text;
    const { pages: saved } = JSON.parse(/self\.savedSite=(\{.*?\});\n/.exec(worker)?.[1] ?? '{}');
    const digest = createHash('sha256')
      .update(texts[1] ?? '')
      .digest('base64');
    expect(saved['/contact'], name).toBe(digest);
    await until(`the export of ${shown} (${name})`, async () => {
      const files = exportedPages();
      return files.length > 0 && JSON.stringify(numbersIn(files)) === JSON.stringify([shown]);
    });
    expect(readFileSync(join(exported, 'current/site/service-worker.js'), 'utf8'), name).toBe(worker);

    const mail = join(product.dataDir, 'mail');
    const formData = { ...aoife, email: `aoife${round}@mail.example` };
    const sent = await product.request('/functions/v1/send-form-email', jsonPost({ formName: 'Make a Claim', formData }));
    expect(sent.status, name).toBe(200);
    // Without the line ends that are only there for the mail.
    const emails = () =>
      (existsSync(mail) ? readdirSync(mail) : [])
        .filter((file) => file.endsWith('.eml'))
        .map((file) => readFileSync(join(mail, file), 'utf8').replaceAll(/=\r?\n/g, ''));
    const ofThis = () => numbersIn(emails().filter((email) => email.includes(`To: ${formData.email}`)));
    await until(`the email to the sender (${name})`, async () => ofThis().length > 0);
    expect(ofThis(), name).toEqual([shown]);
  }
  await product.stop();
});
