import { type FormData, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { proof, type Sign } from './spam-signal.ts';
import { salesWords } from './spam-terms.ts';

/**
 * What the words themselves say. One link, markup, or the same text in every field are never enough alone: people paste
 * links to photographs, name their website, and try a form out with "test".
 */
export function contentSigns({ form, data }: { form: FormDefinition; data: FormData }): Sign[] {
  const texts = freeTexts(form, data);
  const all = texts.join('\n');
  return [...linkSigns(all), ...salesSigns(all), ...sameTextSigns(texts), ...randomSigns(texts)];
}

/** What was typed freely: not addresses, numbers, dates or choices. */
export function freeTexts(form: FormDefinition, data: FormData): string[] {
  return fieldsOf(form).flatMap(({ name, type }) => ((type === 'text' || type === 'textarea') && data[name]) || []);
}

function linkSigns(all: string): Sign[] {
  const hosts = new Set(
    Array.from(all.matchAll(/(?:https?:\/\/|\bwww\.)([^\s/<>"'()[\]]+)/gi), ([, host]) => host?.toLowerCase()),
  );
  const signs: Sign[] = [];
  if (hosts.size >= 6) signs.push({ score: proof, reason: 'links to six sites or more' });
  else if (hosts.size >= 3) signs.push({ score: 3, reason: 'links to several sites' });
  else if (hosts.size > 0) signs.push({ score: 1, reason: 'a link' });
  // The length is bounded because the rest of a long text would be searched anew for each "<a".
  if (/<a\s[^<>]{0,300}?href\s{0,9}=\s{0,9}["']?https?:[^<>]{0,2000}>[^<]/i.test(all))
    signs.push({ score: 1, reason: 'a link in markup' });
  // Nobody writes a forum's markup into an enquiry.
  if (/\[(?:url|link)\s{0,9}=\s{0,9}["']?https?:/i.test(all)) signs.push({ score: proof, reason: "a link in a forum's markup" });
  return signs;
}

function salesSigns(all: string): Sign[] {
  // Compatibility forms are folded: letters dressed up as mathematics are read as the letters they show.
  return salesWords.test(all.normalize('NFKC')) ? [{ score: 3, reason: 'words of a mass mailing' }] : [];
}

function sameTextSigns(texts: string[]): Sign[] {
  const same = texts.length >= 3 && texts.every((text) => text.trim() === texts[0]?.trim());
  return same ? [{ score: 1, reason: 'the same text in every field' }] : [];
}

/** As in "xKqTzWvbLp": a long Latin word that changes to capitals again and again. Other scripts have no such word. */
function randomSigns(texts: string[]): Sign[] {
  const random = texts.filter((text) => /^[A-Za-z]{9,64}$/.test(text) && (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3);
  return random.length >= 2 ? [{ score: proof, reason: 'random letters in several fields' }] : [];
}
