import { isDeepStrictEqual } from 'node:util';
import type { SiteChanges } from '#content/site-changes.ts';
import { typedText } from '#forms/typed-text.ts';

/** Everything that owners change, as the site has it. No notice is an empty one. */
export type SiteContent = Required<SiteChanges>;

/** The same as a form has it: what is dialled follows from the numbers that are shown. */
export type TypedSite = Omit<SiteContent, 'helpline' | 'whatsapp'> & { helpline: string; whatsapp: string };

export type SiteField = keyof TypedSite;

/** A form as it was posted: what was typed, over which content and version. `base` came from a browser, so it is only compared. */
export type PostedSite = { typed: TypedSite; base: Partial<Record<string, unknown>>; after: number };

export type MergedSite = {
  typed: TypedSite;
  /** What has changed since the form was made, and nobody typed: as it is now. */
  theirs: SiteField[];
  /** What has changed since, and was typed as well: as it was typed. */
  both: SiteField[];
};

export function typedOf({ helpline, whatsapp, ...content }: SiteContent): TypedSite {
  return normal({ ...content, helpline: helpline.display, whatsapp: whatsapp.display });
}

/** Of two owners who edit at once neither loses a field that the other has not typed. */
export function mergeTyped({ typed, base }: PostedSite, current: TypedSite): MergedSite {
  const names = Object.keys(current) as SiteField[];
  const isTyped = (name: SiteField) => !same(typed[name], base[name]);
  const moved = names.filter((name) => !same(current[name], base[name]) && !same(current[name], typed[name]));
  const theirs = moved.filter((name) => !isTyped(name));
  return {
    typed: { ...typed, ...Object.fromEntries(theirs.map((name) => [name, current[name]])) },
    theirs,
    both: moved.filter(isTyped),
  };
}

export function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(normal(comparable(one)), normal(comparable(other)));
}

/** Texts of the files follow what else was changed, so that another text of one is no other question. */
function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((one) => (one?.asBuilt ? { asBuilt: true, question: one.question } : one));
}

/** As a form would post it. */
function normal<Value>(value: Value): Value {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? typedText(part) : part));
}
