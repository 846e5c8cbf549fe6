// Protects: who fills in the roadside page in another language reads there, with scripts and without, what is wrong.
import { expect, test } from 'vitest';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { messagesIn } from '#forms/messages.ts';
import { roadside } from '#forms/roadside.ts';
import { createSiteBrowser } from '#testing/site-browser.ts';
import { until } from '#testing/until.ts';

test.each(languages.filter(({ code }) => code !== 'en'))(
  '$code: what is wrong is said in the language of the page, with scripts and without',
  async ({ code }) => {
    const browser = await createSiteBrowser();
    const texts = translationOf(code)?.form?.texts;
    const { refusals, fieldProblems } = messagesIn(code);
    for (const way of ['visit', 'open'] as const) {
      const page = await browser[way](`/roadside?lang=${code}`);
      page.submit({ isUnchecked: true });
      const refused = way === 'open' ? await browser.answerTo(page) : page;
      const summary = await refused.shows('.error-summary');
      for (const text of [texts?.['There is a problem'], refusals.checkAnswers, fieldProblems.missing(roadside.consent)])
        expect(summary.textContent, way).toContain(text);
      await until(`the title (${way})`, () => refused.document.title.startsWith(texts?.['Error: '] ?? '-'));
      expect(refused.text('.field-error'), way).toContain(texts?.['Error: '].trim());
      const marked = [summary, ...refused.all('.field-error')].map((element) => element.closest('[lang]')?.getAttribute('lang'));
      expect(new Set(marked), way).toEqual(new Set([code]));
    }
  },
);
