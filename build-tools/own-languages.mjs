// Plain JavaScript, as gather-content.mjs is, which imports it.

const language = /^roadside\/([a-z]{2,3})(-late)?\.ts$/;

/** Whether a file of the owner's adds a language to the roadside page: it takes the place of no other. */
export function addsLanguage(file) {
  const [, tag] = language.exec(file) ?? [];
  return tag !== undefined && englishNameOf(tag) !== null;
}

/** Why a file in the owner's roadside/ has no place there, or null. */
export function misnamedLanguage(file) {
  const [, name] = /^roadside\/([^/]+?)(?:-late)?\.ts$/.exec(file) ?? [];
  if (name === undefined) return null;
  const tag = tagOf(name);
  return `a language is two files that have its tag as their name, such as cy.ts and cy-late.ts for Welsh, and ${
    tag ? `that of ${name[0].toUpperCase()}${name.slice(1)} is ${tag}` : `${name} is no tag that is known`
  }`;
}

/** What one language lacks: of its two files one alone is no language. */
export function halfLanguage(files) {
  const [half] = files.flatMap((file) => {
    const [, tag, late] = language.exec(file) ?? [];
    const other = `roadside/${tag}${late ? '' : '-late'}.ts`;
    return tag === undefined || tag === 'en' || files.includes(other) ? [] : [{ file, other }];
  });
  return half ?? null;
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const names = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'none' });

function englishNameOf(tag) {
  // Some that have no name in the data of Node have a script there: Sylheti is one.
  return names.of(tag) ?? (new Intl.Locale(tag).maximize().script ? tag : null);
}

function tagOf(englishName) {
  const tags = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  return tags.find((tag) => names.of(tag)?.toLowerCase() === englishName.toLowerCase()) ?? null;
}
