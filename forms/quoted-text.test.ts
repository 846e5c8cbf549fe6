// Protects: what an e-mail quotes is folded, and no word of its sender is.
import { expect, test } from 'vitest';
import { foldQuotes } from './quoted-text.ts';

const named = 'On Mon, 23 Nov 2026 at 10:00, Kerbside <claims@kerbside.example> wrote:';
const quote = '> We need photographs.\n> Olu';

test.each([
  ['with its name', named],
  ['under a line that is broken', named.replace('Kerbside ', 'Kerbside\n')],
  ['under one that is broken elsewhere', named.replace(' wrote', '\nwrote')],
  ['in Polish', 'W dniu 23.11.2026 o 10:00, Kerbside pisze:'],
  ['with its name among the words, as iPhones write it', `> ${named}`],
  ['as Thunderbird names it', 'On 23/11/2026 10:00, Kerbside wrote:'],
  ['in a language that we do not know', '23. 11. 2026 je Kerbside <claims@kerbside.example> napisal:'],
])('a quote %s is folded', (_, line) => {
  expect(foldQuotes(`Here they are.\n\n${line}\n\n${quote}`)).toEqual({ own: 'Here they are.', quoted: `${line}\n\n${quote}` });
});

test.each([
  ['no quote', 'The garage is in Leeds.\n> is not a sign here\nIndeed.'],
  ['answers between quoted lines', `Hello\n\n${named}\n> Where?\nIn Leeds.\n> When?\nToday.`],
  ['a quote first', `${named}\n${quote}\n\nHere they are.`],
  ['nothing but a quote', quote],
  ['what somebody wrote, told without marks', 'On Tuesday 24 November the insurer of the other driver wrote:\nWe will not pay.'],
  ['what somebody wrote, told with marks', 'On Tuesday at 10:00 the insurer wrote:\n> We will not pay.'],
  ['a list with marks', 'What is broken:\n> the door\n> the light'],
  ['a line of underscores', `Hello\n${'_'.repeat(32)}\nAoife Byrne`],
  ['a forward', 'See below.\n\n---------- Forwarded message ---------\nFrom: Garage <g@garage.example>\n\nThe quote is £500.'],
  ['a quote without marks', `Answers below.\n\n${'_'.repeat(32)}\nFrom: Kerbside\nSent: 23 November 2026\n\nWhere? In Leeds.`],
])('a text with %s stays whole', (_, text) => {
  expect(foldQuotes(text)).toEqual({ own: text, quoted: '' });
});

test('a line before the name of a quote is not folded with it', () => {
  const { own } = foldQuotes(`I am at home at 10:30\nOn 23 Nov, Kerbside <claims@kerbside.example> wrote:\n${quote}`);
  expect(own).toBe('I am at home at 10:30');
});

test('an answer before the last quoted lines is not folded with them', () => {
  const own = `Hello\n\n${named}\n> Where?\nIn Leeds.`;
  expect(foldQuotes(`${own}\n> When?`)).toEqual({ own, quoted: '> When?' });
});
