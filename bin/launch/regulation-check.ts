import type { money } from '#content/money.ts';
import { type Wording, wordingProblems } from '#content-rules/wording.ts';
import { amber, type CheckResult, check, red } from './check-result.ts';
import { filler, looksFilledIn, placeholder } from './reserved-names.ts';

/** What the site says of the firm's regulation, and what depends on it. */
export type RegulationContent = {
  regulation: string;
  /** What is said of how the firm earns. */
  money: typeof money;
  /** What the claim form offers. */
  claimTypes: string[];
  claimFields: string[];
  wording: Wording[];
};

const authorised = /\b(?:authorised|regulated)\b/i;
const notAuthorised = /\b(?:not|nor|neither)\b[^.]*\b(?:authorised|regulated)\b|\bun(?:authorised|regulated)\b/i;

/** What the firm is permitted to do, and how it is paid. */
export function checkStanding(content: RegulationContent): CheckResult[] {
  return [checkRegulation(content.regulation), checkMoney(content.money), ...checkPermission(content)];
}

function checkRegulation(regulation: string): CheckResult {
  const says = `The site says “${regulation}”`;
  const isRegulated = sentencesOf(regulation).some((sentence) => authorised.test(sentence) && !notAuthorised.test(sentence));
  const [number] = regulation.match(/\b\d{6,7}\b/) ?? [];
  if (placeholder.test(regulation))
    return red(
      'regulation',
      says,
      'Write in content/conditions.ts by whom the firm is regulated, with its firm reference number, or that it is not.',
    );
  const [refused] = wordingProblems({ file: 'content/conditions.ts', field: 'regulation', text: regulation });
  if (refused) return red('regulation', says, refused);
  return check(
    'regulation',
    !isRegulated || (number !== undefined && !filler.test(number)),
    says,
    number === undefined
      ? 'The site says that the firm is regulated, and gives no firm reference number.'
      : `The firm reference number ${number} ${looksFilledIn}.`,
    'Give the number in regulation of content/conditions.ts, as the Financial Services Register has it.',
  );
}

/** Nobody else knows what the firm is paid, and by whom. */
function checkMoney({ isConfirmed, earnings, introducers }: RegulationContent['money']): CheckResult {
  const says = [`“${earnings}”`, introducers === null ? 'nothing of a fee for who sends a visitor' : `“${introducers}”`].join(
    ' and ',
  );
  return check(
    'money',
    isConfirmed,
    `The site says ${says}.`,
    `Nobody has confirmed that it is so: the site says ${says}.`,
    'Correct both sentences in content/money.ts by your contracts (null for introducers, if you pay none), and set isConfirmed to true.',
  );
}

/** What only a firm with permission for claims management may invite: injury, earnings lost by it, and legal introductions. */
const permissionNeeded = [
  /\binjury claim|\bclaim for (?:an|a minor) injury|\bofficial injury claim\b/i,
  /\bintroduc\w+ (?:you )?to (?:an |independent)[^.]*\b(?:law firm|solicitor)/i,
  /\blegal (?:introductions?|support)\b|\blegal (?:help|work)\b[^.]*\b(?:law firm|solicitor)/i,
];

/** "We pay no fee for an injury claim" invites none. In services and guides what is not done is part of an invitation. */
const denial = /\b(?:no|not|nor|neither|never|cannot)\b/i;

/** A firm that says it is not authorised must not invite what needs it. Where nothing is said yet, the regulation is red already. */
function checkPermission({ regulation, wording, claimTypes, claimFields }: RegulationContent): CheckResult[] {
  const sentences = sentencesOf(regulation);
  const isUnauthorised =
    sentences.some((sentence) => notAuthorised.test(sentence) && isForClaims(sentence)) ||
    !sentences.some((sentence) => authorised.test(sentence));
  if (placeholder.test(regulation) || !isUnauthorised) return [];
  const offers = [
    ...new Map(wording.flatMap(invitationIn).map(({ file, sentence }) => [file, `${file} (“${sentence}”)`])).values(),
    ...(claimTypes.includes('personal-injury') ? ['the choice of an injury in forms/claim-options.ts'] : []),
    ...(claimFields.includes('serviceLegal') ? ['“Legal support” in forms/claim-options.ts'] : []),
  ];
  return [
    check(
      'permission',
      offers.length === 0,
      `None of ${wording.length} texts, and no choice of the claim form, invites injury claims or legal introductions, which need permission for claims management.`,
      `The site says that the firm is not authorised for claims management, and invites what may need it: ${offers.join(', ')}.`,
      'Remove personal injury, injury earnings, legal introductions and the form’s injury option until your adviser agrees.',
    ),
    ...checkOmbudsman(wording),
  ];
}

/** The first sentence of a text that invites what needs permission. */
function invitationIn({ file, text }: Wording): { file: string; sentence: string }[] {
  const isPage = /^content\/(services|guides)\//.test(file);
  const found = sentencesOf(text).find(
    (sentence) => permissionNeeded.some((words) => words.test(sentence)) && (isPage || !denial.test(sentence)),
  );
  return found === undefined ? [] : [{ file, sentence: found.replace(/\s+/g, ' ').trim().slice(0, 160) }];
}

/** Complaints about a firm that is not regulated are outside the Ombudsman's remit. To say so promises nothing. */
function checkOmbudsman(wording: Wording[]): CheckResult[] {
  const found = wording.flatMap(({ file, field, text }) => {
    const path = field.startsWith('pages.complaints.') ? complaintsHead : file;
    if (path !== complaintsHead && path !== 'content/complaints.ts') return [];
    const sentence = sentencesOf(text).find((part) => /\bombudsman\b/i.test(part) && !denial.test(part));
    return sentence === undefined ? [] : [`${path} says “${sentence}”`];
  });
  if (found.length === 0) return [];
  return [
    amber(
      'ombudsman',
      `The firm is not authorised for claims management, and ${found.join(', ')}`,
      'Ask your adviser whether the Financial Ombudsman Service can consider complaints about you. If not, say there where else people can turn.',
    ),
  ];
}

const complaintsHead = 'content/pages/complaints-head.ts';

/** Hire, repair and recovery need no permission for claims management: that they are not regulated says nothing of the firm. */
function isForClaims(sentence: string): boolean {
  return /\bclaims\b/i.test(sentence) || !/\b(?:hire|repair|recovery)\b/i.test(sentence);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;?!])\s+|\n{2,}/);
}
