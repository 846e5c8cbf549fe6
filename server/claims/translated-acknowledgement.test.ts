// Protects: a claim that was begun on a page in another language is acknowledged in it.
import { expect, test } from 'vitest';
import { whatToDoNow } from '#content/form-texts.ts';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { firmDetails } from '#server/mail/out/email-text.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { acknowledgement } from './sender-emails.ts';

const privateLink = 'https://kerbside.example/your-claim';
const sent = {
  form: { name: 'Make a Claim', isClaim: true, responseTargetHours: 24 },
  reference: '7F4M-9TQX',
  privateLink,
  isIncomplete: true,
  isDueAhead: true,
  dueAt: Date.UTC(2026, 10, 21, 22, 5),
};

test.each(languages.filter(({ code }) => code !== 'en'))(
  '$code: what was begun on a page in another language is acknowledged in it',
  ({ code }) => {
    const translation = translationOf(code);
    const texts = translation?.form?.texts;
    const { subject, text, html } = renderEmail(acknowledgement.render({ ...sent, translation }, {}));
    expect(subject).toBe(`${texts?.['We have your claim']}: ${sent.reference}`);
    expect(html).toContain(`<html lang="${code}" dir="${translation?.dir}">`);
    for (const fact of [sent.reference, site.helpline.display, privateLink, firmDetails()]) expect(text).toContain(fact);
    for (const line of whatToDoNow) expect(text).toContain(texts?.[line] ?? '-');
    expect(text).toContain(translation?.translated ?? '-');
    if (translation?.dir === 'rtl')
      for (const part of [text, decodeHtml(html).replaceAll(/<[^>]+>/g, '')])
        expect(part).toContain(`\u2066${site.helpline.display}\u2069`);
    // The company's details stay English.
    expect(html).toContain('<p dir="auto"');
    // The words of the button begin a line.
    expect(html).toMatch(/<a href="[^"]+your-claim"[^>]*>(?!\p{Ll})/u);
    const english =
      text
        .replace(firmDetails(), '')
        .replace(privateLink, '')
        .match(/\b(your|claim|reference|please|call|link)\b/gi) ?? [];
    expect(english.filter((word) => word !== 'link' && word !== 'claim')).toEqual([]);
  },
);
