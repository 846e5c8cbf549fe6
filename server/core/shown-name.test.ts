// Protects: nobody's name looks like another's, and everybody's own name is one.
import { expect, test } from 'vitest';
import { mixesAlphabets, plainName, shownName } from './shown-name.ts';

test.each([
  'Siobhán O’Neill-Ward',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'محمد علی خان',
  'نیم\u200cبہا',
  'ਹਰਪ੍ਰੀਤ ਕੌਰ',
  'মোঃ রহমান',
  'Олена Коваль',
  'Γιώργος',
  '王小明',
  'スズキ 鈴木',
  'Harpreet ਹਰਪ੍ਰੀਤ',
  'Team 2, Halifax',
  'Kaʻimi',
])('%s is a name, and stored as it was typed', (name) => {
  expect([shownName(`  ${name} `), mixesAlphabets(name)]).toEqual([name, false]);
});

test.each(['The сlaimant', 'Ηana', 'Kwik-Саrs', 'Ravі'])('%s has a word of two alphabets', (name) => {
  expect(mixesAlphabets(name)).toBe(true);
});

test('what cannot be seen is left out', () => {
  expect(shownName('\u202aGrace\u2069 \u{e0041}O\u00adkafor\u200b \u3164\u2800\n')).toBe('Grace Okafor');
});

test.each([
  'The Claimant',
  'Тhе СLАІМАNТ',
  'тһе сӏаімапт',
  'ＴＨＥ claimant',
  'The.Clai\u200cmant',
  'The clɑımant',
  'Tʜᴇ ᴄʟᴀɪᴍᴀɴᴛ',
])('%s looks like the claimant', (name) => {
  expect(plainName(name)).toBe('theclaimant');
});
