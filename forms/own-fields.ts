import type { Condition, Field, Option, Section } from './form.ts';

/** The forms that an owner can add to. The one at the roadside asks for what a call back takes, in several languages. */
export type OwnForm = 'claim' | 'partner' | 'contact';

/** A field that an owner adds, without its place. */
export type OwnQuestion = Omit<Field, 'hidden' | 'isOwn'>;

/** `section`: its title. `after`: the name of the field before it, where that is not the last one of the section. */
export type OwnField = OwnQuestion & { form: OwnForm; section: string; after?: string };

/** `after`: the title of the section before it, where that is not the last one. */
export type OwnSection = Pick<Section, 'title' | 'showIf'> & { form: OwnForm; after?: string; fields: readonly OwnQuestion[] };

/** One more choice of a field that the form comes with. */
export type OwnOption = Option & { form: OwnForm; field: string };

/**
 * A service of the owner's that the claim form offers. `service`: the name of its file in services/, without .md. `claimType`: what it is called
 * among the types of claim. `checkbox`: what it is called among the services to tick.
 */
export type OwnService = { service: string; claimType?: string; checkbox?: string };

/** What content/form-fields.ts has. content-rules/form-additions.ts refuses what does not fit. */
export type OwnAdditions = {
  fields: readonly OwnField[];
  sections: readonly OwnSection[];
  options: readonly OwnOption[];
  services: readonly OwnService[];
};

/** The sections of a form with what an owner adds. Only the build evaluates this. */
export function withOwn(form: OwnForm, specified: readonly Section[], own: OwnAdditions): Section[] {
  const ofForm = (one: { form: OwnForm }) => one.form === form;
  const options = [...serviceOptions(own.services), ...own.options].filter(ofForm);
  const offered = specified.map((one) => ({ ...one, fields: one.fields.map((field) => withOptions(field, options)) }));
  const added = own.sections.filter(ofForm).reduce(addSection, offered);
  return withChains([...serviceFields(own.services), ...own.fields].filter(ofForm).reduce(addField, added));
}

/** The condition of each field with that of its section, and with those of the fields that they name. */
function withChains(sections: readonly Section[]): Section[] {
  const chains = new Map<string, Condition | undefined>();
  const chainOf = (condition: Condition | undefined, rest?: Condition): Condition | undefined =>
    condition ? { ...condition, showIf: chainOf(chains.get(condition.field), rest) } : rest;
  return sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => {
      const showIf = chainOf(field.showIf, chainOf(section.showIf));
      chains.set(field.name, showIf);
      return showIf ? { ...field, showIf } : field;
    }),
  }));
}

/** The boxes to tick for services of the owner's. */
export function serviceFields(own: readonly OwnService[]): OwnField[] {
  return own.flatMap(({ service, checkbox: label }) =>
    label === undefined ? [] : [{ form: 'claim', section: 'Services Required', name: boxOf(service), label, type: 'checkbox' }],
  );
}

/** vehicle-storage: serviceVehicleStorage. */
function boxOf(service: string): string {
  return `service-${service}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** The choices among the types of claim for services of the owner's. */
export function serviceOptions(own: readonly OwnService[]): OwnOption[] {
  return own.flatMap(({ service, claimType: label }) =>
    label === undefined ? [] : [{ form: 'claim', field: 'claimType', value: service, label }],
  );
}

function withOptions(field: Field, options: readonly OwnOption[]): Field {
  const added = options.filter((one) => one.field === field.name);
  if (added.length === 0) return field;
  const choices = [...(field.options ?? []), ...added.map(({ value, label }) => ({ value, label }))];
  // "Other" is what somebody chooses who has read the rest.
  return { ...field, options: choices.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b))) };
}

const isOther = ({ value }: Option) => value.toLowerCase() === 'other';

export function addSection(list: readonly Section[], { form: _, after, fields: asked, ...section }: OwnSection): Section[] {
  return insert(list, { ...section, fields: asked.map(asOwn) }, ({ title }) => title === after);
}

export function addField(list: readonly Section[], { form: _, section, after, ...field }: OwnField): Section[] {
  return list.map((one) =>
    one.title === section ? { ...one, fields: insert(one.fields, asOwn(field), ({ name }) => name === after) } : one,
  );
}

const asOwn = (field: OwnQuestion): Field => ({ ...field, isOwn: true });

/** After the one before it, otherwise at the end. */
function insert<Item>(list: readonly Item[], item: Item, isBefore: (one: Item) => boolean): Item[] {
  const index = list.findIndex(isBefore);
  return index < 0 ? [...list, item] : list.toSpliced(index + 1, 0, item);
}
