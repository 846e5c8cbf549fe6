// Protects: the scripts of a public page start without what a phone takes tens of milliseconds for.
import { expect, test, vi } from 'vitest';

test('The code of a form makes no formatter of dates or numbers when it is loaded: one blocks a phone for 20 ms', async () => {
  const { DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat, Collator, Segmenter } = Intl;
  const made: string[] = [];
  for (const Formatter of [DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat, Collator, Segmenter])
    vi.spyOn(Intl, Formatter.name as 'DateTimeFormat').mockImplementation(function make(...options) {
      made.push(Formatter.name);
      return Reflect.construct(Formatter, options);
    });
  // Other files of the same process may have loaded it.
  vi.resetModules();
  await import('./islands.tsx');
  const { londonDate } = await import('#forms/london-day.ts');
  expect(made).toEqual([]);
  // The formatters are counted.
  expect([londonDate(0), made]).toEqual([0, ['DateTimeFormat']]);
});
