import { z } from 'zod';
import { daysOf, type Period, periodText, units } from '../content/retention-periods.ts';

const longestYears = 50;

const period = z
  .union([z.string(), z.number()], { error: example })
  .refine((value) => Number.isInteger(daysOf(value)) && daysOf(value) >= 1, { error: example })
  .refine((value) => !(daysOf(value) > daysOf(`${longestYears} years`)), `must be no longer than ${longestYears} years`);

function example({ input }: { input?: unknown }): string {
  const found = input === undefined ? 'is missing: it' : `is ${JSON.stringify(input)}, and`;
  return `${found} must be a length of time such as '30 days', '8 weeks', '18 months' or '7 years'`;
}

export const retentionShape = z.object({
  retentionDays: z.strictObject({
    forms: z
      .object({ 'Make a Claim': period, 'Roadside Start': period, 'Partners Inquiry': period, 'Contact Us': period })
      .catchall(period)
      .refine(
        (forms) => forms['Make a Claim'] === forms['Roadside Start'],
        "must have the same time for 'Make a Claim' and 'Roadside Start', because the one goes on with the other",
      ),
    other: period,
    closedFor: period,
    notPursued: period,
    quarantine: period,
    staffRecords: period,
    emailAttempts: period,
  }),
});

type Periods = z.infer<typeof retentionShape>['retentionDays'];

/** Periods that the privacy notice, in whatever words, does not state. */
export function retentionProblems(modules: Record<string, Record<string, unknown>>): string[] {
  const written = retentionShape.safeParse(modules['content/retention-days.ts']);
  if (!written.success) return [];
  const { forms, notPursued, quarantine }: Periods = written.data.retentionDays;
  const { privacyInShort } = modules['content/legal.ts'] ?? {};
  // That it is missing is told once.
  if (!Array.isArray(privacyInShort)) return [];
  const notice = JSON.stringify(privacyInShort);
  const told: [string, Period][] = [
    ['a claim', forms['Make a Claim']],
    ['a partner’s enquiry', forms['Partners Inquiry']],
    ['a message', forms['Contact Us']],
    ['a claim that does not go ahead', notPursued],
    ['suspected spam', quarantine],
  ];
  return told
    .filter(([, length]) => !waysToSay(length).test(notice))
    .map(
      ([what, length]) =>
        `content/legal.ts: privacyInShort must say "${periodText(length)}", because content/retention-days.ts keeps ${what} for so long.`,
    );
}

/** The period in each unit in which it is a whole number, in digits or in words: a year is also 12 months. */
function waysToSay(length: Period): RegExp {
  const days = daysOf(length);
  const ways = units.flatMap((unit) => {
    const count = Math.round(days / (daysOf(`1000 ${unit}`) / 1000));
    return count >= 1 && daysOf(`${count} ${unit}`) === days ? [[`${count}`, words[count] ?? `${count}`, unit]] : [];
  });
  return new RegExp(`\\b(?:${ways.map(([count, word, unit]) => `(?:${count}|${word}) ${unit}s?`).join('|')})\\b`, 'i');
}

const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
