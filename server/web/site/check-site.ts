import type { ZodType } from 'zod';
import * as benefits from '#content/benefits.ts';
import * as closedDays from '#content/closed-days.ts';
import * as complaints from '#content/complaints.ts';
import * as conditions from '#content/conditions.ts';
import * as pages from '#content/every-page.ts';
import * as faq from '#content/faq.ts';
import * as legal from '#content/legal.ts';
import * as noCost from '#content/no-cost.ts';
import { languages } from '#content/roadside/languages.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { serviceNames } from '#content/service-names.ts';
import * as site from '#content/site.ts';
import { isOn, type SiteChanges, withChanges } from '#content/site-changes.ts';
import * as steps from '#content/steps.ts';
import * as values from '#content/values.ts';
import * as whyChoose from '#content/why-choose.ts';
import { writtenPages } from '#content/written-pages.ts';
import { answerProblems, closedDayProblems, listProblems } from '#content-rules/lists.ts';
import { type Promises, promiseProblems } from '#content-rules/promises.ts';
import { shapeProblems } from '#content-rules/shape-problems.ts';
import { changesShape, moduleShapes, siteShape } from '#content-rules/shapes.ts';
import { wordingIn, wordingProblems } from '#content-rules/wording.ts';
import { errorMessage } from '#server/core/observability/log.ts';

const siteFile = 'content/site.ts';
const faqFile = 'content/faq.ts';
const closedDaysFile = 'content/closed-days.ts';
const pagesFile = 'content/pages.ts';

/** Each module's exports are read when it is checked: they are live. */
const modules: Record<string, Record<string, unknown>> = {
  [siteFile]: site,
  [faqFile]: faq,
  'content/benefits.ts': benefits,
  'content/complaints.ts': complaints,
  'content/conditions.ts': conditions,
  'content/legal.ts': legal,
  'content/no-cost.ts': noCost,
  [pagesFile]: pages,
  'content/steps.ts': steps,
  'content/values.ts': values,
  'content/why-choose.ts': whyChoose,
};

/**
 * What the build would say about the content with these changes: the same rules, and the same sentences. The files were checked when they
 * were built, so what is changed is checked for all of it, and the rest for what it says about the hours.
 */
export function siteProblems(changes: SiteChanges): string[] {
  const ofShapes = malformed(changes);
  if (ofShapes.length > 0) return ofShapes;
  try {
    return withChanges(changes, problemsNow);
  } catch (error) {
    return [`/desk/site: the content cannot be made with this: ${errorMessage(error)}`];
  }

  function problemsNow(): string[] {
    const ours = pagePaths();
    const changed = [
      ...wordingIn(faqFile, { ...faq }),
      ...wordingIn(siteFile, { site: { address: site.site.address } }),
      ...wordingIn('/desk/site', { notice: changes.notice }),
    ];
    const every = [
      ...Object.entries(modules).flatMap(([file, exports]) => wordingIn(file, { ...exports })),
      ...languages.flatMap(({ code }) => wordingIn(`content/roadside/${code}.ts`, translationOf(code))),
      ...Object.entries(writtenPages).flatMap(([file, { sections, ...frontMatter }]) =>
        wordingIn(file.replace('.', 'content'), { ...frontMatter, body: sections.map(({ html }) => plain(html)) }),
      ),
    ];
    return [
      ...shapeProblems(pagesFile, shapeOf(pagesFile), pages),
      ...closedDayProblems({ [siteFile]: site, [closedDaysFile]: closedDays }),
      ...listProblems({ [faqFile]: faq }),
      ...(serviceNames.some((name) => isOn(`/services/${name}`))
        ? []
        : ['content/services: there must be at least one service.']),
      ...answerProblems(changed, ours),
      ...changed.flatMap(wordingProblems),
      ...[...every, ...changed.slice(-1)].flatMap((words) => promiseProblems(words, site.site as unknown as Promises)),
    ];
  }
}

/** What the shapes say about each value by itself. The content can be evaluated only with values of the right shape. */
export function malformed({ homeFaq, faq: questions, closedDays: days, ...changes }: SiteChanges): string[] {
  const unknown = Array.isArray(changes.servicesOff) ? changes.servicesOff.filter((name) => !serviceNames.includes(name)) : [];
  return withChanges({}, () => {
    const ofSite = Object.fromEntries(Object.entries(changes).filter(([name]) => name in site.site));
    return [
      ...shapeProblems('/desk/site', changesShape, changes),
      ...unknown.map((name) => `/desk/site: servicesOff must not name ${name}, which is no service.`),
      ...shapeProblems(siteFile, siteShape, { site: { ...site.site, ...ofSite } }),
      ...shapeProblems(closedDaysFile, shapeOf(closedDaysFile), { closedDays: days ?? closedDays.closedDays }),
      ...shapeProblems(faqFile, shapeOf(faqFile), { homeFaq: homeFaq ?? faq.homeFaq, faq: questions ?? faq.faq }),
    ];
  });
}

function shapeOf(file: string): ZodType {
  return moduleShapes[file] as ZodType;
}

/** Where an answer may lead. */
export function pagePaths(): string[] {
  return [...Object.values(pages.pages).map(({ path }) => path), ...Object.values(writtenPages).map(({ href }) => href)].filter(
    (path) => path !== '*' && isOn(path),
  );
}

function plain(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ');
}
