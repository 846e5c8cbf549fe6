import { typedText, withoutInvisible } from '#forms/typed-text.ts';

/**
 * A name that somebody types for themselves or a firm, as it is stored: in one line, without what cannot be seen. The two joiners stay,
 * which Urdu and Bengali are written with.
 */
export function shownName(typed: string): string {
  return typedText(
    withoutInvisible(typed).replaceAll(/(?![\u200c\u200d])\p{Cf}|[\u115f\u1160\u2800\u3164\uffa0]/gu, ''),
  ).replaceAll(/\s+/g, ' ');
}

export const mixedAlphabets = 'Write each word of the name in letters of one alphabet.';

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}])\p{L}/u,
];

/** Whether a word of it has letters of two alphabets, which nobody's name has, and which make one name look like another. */
export function mixesAlphabets(name: string): boolean {
  return name.split(/[\s-]/).some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}

/** A name without capitals, accents, spaces and dots, in the Latin letters that it looks like: two with the same could be taken for each other. */
export function plainName(name: string): string {
  const bare = name.normalize('NFKD').toLowerCase();
  return Array.from(bare.replaceAll(/[^\p{L}\p{N}]/gu, ''), (letter) => looksLike[letter] ?? letter).join('');
}

/** Letters that look like a plain Latin one, or are small capitals of one: Cyrillic, Greek, and those of phonetic writing. */
const looksLike = Object.fromEntries(
  Array.from(
    'аaбbвbгrдdеeіiјjкkмmнnоoпnрpсcтtуyхxѕsһhӏlԁdԛqԝwαaβbεeηnιiκkνvοoρpτtυuχxɑaɡgıiᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'.matchAll(
      /(.)(.)/g,
    ),
    ([, letter, latin]) => [letter, latin],
  ),
);
