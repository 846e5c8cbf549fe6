// Protects: each e-mail can be read on a phone and in a window, by day and by night.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dark, light } from 'virtual:theme-colours';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { claim } from '#forms/claim.ts';
import { contact } from '#forms/contact.ts';
import { formOf } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import { definitions } from '#server/claims/actions/actions.ts';
import { dueDigestContent } from '#server/claims/sla/due-digest-email.ts';
import type { Unanswered } from '#server/claims/sla/waiting-for-contact.ts';
import { submissionEmails } from '#server/claims/submission-emails.ts';
import { notification } from '#server/claims/team-emails.ts';
import type { SubmissionRow } from '#server/claims/view/submission-reader.ts';
import type { SubmissionEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { accountEmails } from '#server/people/staff/account-emails.ts';
import { harpreet } from '#testing/fixtures/enquirers.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { root } from '#testing/product.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { setupJourney } from './harness/journey.ts';

/** With EMAIL_PICTURES=1 each is written to docs/emails, and the list of them. */
const folder = process.env.EMAIL_PICTURES ? join(root, 'docs/emails') : null;

/** The screen of a phone. */
const mostPixels = 800;

const submittedAt = Date.UTC(2026, 10, 20, 22, 5);

const contactNews = definitions.contacted.keeps?.tells(null, submittedAt, {} as SubmissionRow);

/** What the kinds of e-mail read from the store. */
const reading = {
  ...contactNews,
  actions: ['message sent', 'evidence received'],
  messages: ['The garage can look at it on Monday.'],
  callPreference: null,
  subject: 'Your reference 7F4M-9TQX',
  text: 'Hello Aoife,\n\nPlease send photographs of the damage: one of each side, and one close up.\n\nSam Sample',
  references: [],
};

/** The details of e-mails to members of staff. */
const details = {
  url: 'https://kerbside.example/desk/join',
  invitedBy: 'Sam Sample',
  validFor: '48 hours',
  authenticator: 'kept',
  minutes: '15',
  email: 'sam@kerbside.example',
  name: 'iPhone',
};

const aboutClaim: SubmissionEmail = {
  form: claim,
  data: aoife,
  reference: '7F4M-9TQX',
  submittedAt,
  sentBy: null,
  storedAt: submittedAt,
  dueAt: submittedAt + site.claimTargetHours * 3_600_000,
  ownTargetAt: submittedAt + 2 * 3_600_000,
  isContacted: false,
  translation: null,
  isDueAhead: true,
  isIncomplete: false,
  isQuarantined: false,
  link: 'https://kerbside.example/desk/submissions/1',
  privateLink: 'https://kerbside.example/your-claim',
};

const begun = { ...aboutClaim, form: roadside, data: idris, ownTargetAt: submittedAt + 15 * 60_000 };

const finished = { ...begun, form: formOf(roadside.name, { ...aoife, ...idris }), data: { ...aoife, ...idris } };

const message = { ...aboutClaim, form: contact, data: harpreet, dueAt: null, ownTargetAt: null };

/** Whom the e-mails of a kind are about, where that is not the claim above. */
const subjects: Record<string, SubmissionEmail> = {
  'claim-complete': finished,
};

/** What a digest of who waits lists. */
const waiting: Unanswered[] = [
  {
    id: '1',
    reference: '7F4M-9TQX',
    formName: claim.name,
    createdAt: submittedAt,
    dueAt: submittedAt + 24 * 3_600_000,
    ownTargetAt: null,
    nextAt: submittedAt + 24 * 3_600_000,
    isQuarantined: false,
  },
  {
    id: '2',
    reference: 'K3WD-R8HE',
    formName: roadside.name,
    createdAt: submittedAt + 25 * 3_600_000,
    dueAt: submittedAt + 49 * 3_600_000,
    ownTargetAt: submittedAt + 25.25 * 3_600_000,
    nextAt: submittedAt + 26.5 * 3_600_000,
    isQuarantined: false,
  },
];

/** One of a digest that is alone looks as any other. */
const pictured = submissionEmails.filter(({ template }) => !template.endsWith('digest'));

const emails: [name: string, html: string][] = [
  ...pictured.map((kind): [string, EmailContent] => [kind.template, kind.render(subjects[kind.template] ?? aboutClaim, reading)]),
  ...accountEmails.map((kind): [string, EmailContent] => [kind.template, kind.render(details)]),
  ['notification-roadside', notification.render(begun, reading)] as const,
  ['notification-contact', notification.render(message, reading)] as const,
  ['due-digest', dueDigestContent(waiting, submittedAt + 26 * 3_600_000, 'https://kerbside.example')] as const,
].map(([name, content]) => [name, renderEmail(content).html]);

const journey = setupJourney();

const columns = [600, 375].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })));

test('docs/emails has the pictures of each email and no others, and lists them', () => {
  const names = emails.map(([name]) => name).toSorted();
  const fileOf = (name: string, { width, scheme }: (typeof columns)[number]) => `${name}-${width}-${scheme}.png`;
  const rows = names.map((name) => [name, ...columns.map((column) => `[picture](${fileOf(name, column)})`)]);
  const head = ['Email', ...columns.map(({ width, scheme }) => `${width}, ${scheme}`)];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  const readme = join(root, 'docs/emails/README.md');
  const [text = ''] = readFileSync(readme, 'utf8').split('| Email |');
  if (folder) writeFileSync(readme, text + table);
  expect(readFileSync(readme, 'utf8')).toBe(text + table);
  if (folder) return;
  const found = readdirSync(join(root, 'docs/emails')).filter((name) => name.endsWith('.png'));
  expect(found.toSorted()).toEqual(names.flatMap((name) => columns.map((column) => fileOf(name, column))).toSorted());
});

const schemes = { light, dark };

test.each(emails)('%s: the email fits a phone and a window, and can be read by day and by night', async (name, html) => {
  for (const width of [600, 375])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await journey.newPage({ viewport: { width, height: 800 }, colorScheme });
      await page.setContent(html);
      const { scrollWidth, height, ground } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        height: document.body.getBoundingClientRect().height,
        ground: getComputedStyle(document.querySelector('h1')?.parentElement ?? document.body).backgroundColor,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(width);
      expect(ground).toBe(rgb(schemes[colorScheme].surface));
      expect(await axeViolations(page)).toEqual([]);
      if (!folder) continue;
      await mkdir(folder, { recursive: true });
      const clip = { x: 0, y: 0, width, height: Math.min(height, mostPixels) };
      const picture = sharp(await page.screenshot({ clip, fullPage: true })).png({ palette: true, colours: 16 });
      await writeFile(join(folder, `${name}-${width}-${colorScheme}.png`), await picture.toBuffer());
    }
});

test.each(emails.filter(([name]) => /^(notification|claim-complete|claimant-update)/.test(name)))(
  '%s: the first screen of a phone has everything up to the link to the desk',
  async (_, html) => {
    const page = await journey.newPage({ viewport: { width: 375, height: 600 } });
    await page.setContent(html);
    for (const name of [/^Call 0/, 'Open in the desk'])
      await expect
        .poll(() =>
          page
            .getByRole('link', { name })
            .boundingBox()
            .then((box) => (box?.y ?? 900) + (box?.height ?? 0)),
        )
        .toBeLessThan(600);
  },
);

function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
}
