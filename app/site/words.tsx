import { partsOf } from '#forms/marked-languages.ts';

/** A text of the owner's, in which words in another language are marked. A heading is not broken at a hyphen, as in non-fault. */
export function Words({ text, isHeading = false }: { text: string; isHeading?: boolean }) {
  return partsOf(text).flatMap(({ words, language }, index) =>
    language === null ? (
      isHeading ? (
        unbroken(words, index)
      ) : (
        [words]
      )
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order, and may have the same words
      <span key={`${index} ${words}`} lang={language} dir="auto">
        {words}
      </span>
    ),
  );
}

function unbroken(words: string, place: number) {
  return words.split(/(?<![\p{L}-])(\p{L}+(?:-\p{L}+)+)/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={`${place} ${index}`} className="nowrap">
        {part}
      </span>
    ),
  );
}
