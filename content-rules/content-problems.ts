import type { OwnAdditions } from '../forms/own-fields.ts';
import { languageProblems } from './added-languages.ts';
import { formProblems, formShapeProblems, formsFile, type SpecifiedForms } from './form-additions.ts';
import { answerProblems, closedDayProblems, listProblems } from './lists.ts';
import { guideProblems, linkProblems, type MarkdownFile, relatedProblems, serviceProblems } from './markdown.ts';
import { type Promises, promiseProblems } from './promises.ts';
import { retentionProblems } from './retention-rules.ts';
import { shapeProblems } from './shape-problems.ts';
import { moduleShapes, siteShape } from './shapes.ts';
import { type Wording, wordingIn, wordingProblems } from './wording.ts';

/** What was read, not yet trusted: each module's exports by file name, and the markdown of each service and guide. */
export type Content = {
  modules: Record<string, Record<string, unknown>>;
  services: MarkdownFile[];
  guides: MarkdownFile[];
  /** The names of the services that the product comes with: a guide may name one that the owner has taken away. */
  shippedServices: string[];
  /** The forms as they come. */
  forms: SpecifiedForms;
};

export const siteFile = 'content/site.ts';

/** The pages that have to be there. Others may be. */
const pagePaths = '/ /about /services /guides /make-a-claim /roadside /partners /complaints /faq /contact /reviews *'.split(' ');

const uniqueFields = [
  /^(pageTitle|pages\.\w+\.title)$/,
  /^(metaDescription|pages\.\w+\.description)$/,
  /^title$/,
  /^description$/,
  /^heading$/,
];

/** Everything wrong with the content, a sentence each, naming the file and the field. Pure. */
export function contentProblems(content: Content): string[] {
  const first = firstProblems(content.modules[siteFile], content.modules[formsFile]);
  if (first.length > 0) return first;
  const ofForms = content.modules[formsFile] as unknown as OwnAdditions;
  const serviceNames = content.services.map(({ slug }) => slug);
  const ofShapes = Object.entries(moduleShapes).flatMap(([file, shape]) =>
    shapeProblems(file, shape, content.modules[file] ?? {}),
  );
  const wording = everyWording(content);
  const paths = pathsOf(content);
  return [
    ...ofShapes,
    ...languageProblems(content.modules),
    ...formProblems(ofForms, content.forms, serviceNames),
    ...(ofShapes.some((problem) => problem.startsWith('content/closed-days.ts')) ? [] : closedDayProblems(content.modules)),
    ...retentionProblems(content.modules),
    ...listProblems(content.modules),
    ...(content.services.length === 0 ? ['content/services: there must be at least one service.'] : []),
    ...content.services.flatMap(serviceProblems),
    ...content.guides.flatMap(guideProblems),
    ...content.guides.flatMap((guide) => relatedProblems(guide, [...serviceNames, ...content.shippedServices])),
    ...[...content.services, ...content.guides].flatMap((markdown) => linkProblems(markdown, paths)),
    ...answerProblems(wording, paths),
    ...orderProblems(content.services),
    ...pageProblems(wording),
    ...uniqueFields.flatMap((field) => repeats(wording.filter((words) => field.test(words.field)))),
    ...wording.flatMap(wordingProblems),
    ...wording.flatMap((words) => promiseProblems(words, content.modules[siteFile]?.site as Promises)),
  ];
}

/** Much is derived from these: while something is wrong there, only that is told. */
export function firstProblems(site: unknown, forms: unknown): string[] {
  return [...shapeProblems(siteFile, siteShape, site), ...formShapeProblems(forms)];
}

function pathsOf({ modules, services, guides }: Content): string[] {
  const pages = Object.values((modules['content/pages.ts']?.pages ?? {}) as Record<string, { path?: string }>);
  return [
    ...pages.flatMap(({ path }) => path ?? []),
    ...services.map(({ slug }) => `/services/${slug}`),
    ...guides.map(({ slug }) => `/guides/${slug}`),
  ];
}

/** The menus and the cards follow `order`. */
function orderProblems(services: MarkdownFile[]): string[] {
  return services.flatMap(({ file, frontMatter: { order } }, index) => {
    const first = services.findIndex((service) => service.frontMatter.order === order);
    return first === index ? [] : [`${file}: order must be unique, it repeats that of ${services[first]?.file}.`];
  });
}

function pageProblems(wording: Wording[]): string[] {
  const paths = wording
    .filter(({ file, field }) => file === 'content/pages.ts' && field.endsWith('.path'))
    .map(({ text }) => text);
  return pagePaths
    .filter((path) => !paths.includes(path))
    .map((path) => `content/pages.ts: pages must have an entry with path ${path}.`);
}

function repeats(wording: Wording[]): string[] {
  return wording.flatMap(({ file, field, text }, index) => {
    const first = wording.find((words) => words.text === text) ?? wording[index];
    return first === wording[index] ? [] : [`${file}: ${field} must be unique, it repeats ${first?.field} of ${first?.file}.`];
  });
}

function everyWording({ modules, services, guides }: Content): Wording[] {
  return [
    ...Object.entries(modules).flatMap(([file, exports]) => wordingIn(file, exports)),
    ...[...services, ...guides].flatMap(({ file, frontMatter, body }) => wordingIn(file, { ...frontMatter, body })),
  ];
}
