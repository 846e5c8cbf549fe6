import { plainText } from '../forms/marked-languages.ts';
import { markProblems } from './language-marks.ts';

/** A string of the content and where it stands. */
export type Wording = { file: string; field: string; text: string };

/**
 * Words that are not right, unless the sentence has others that make it so; why, and what to write instead. `of`: the only texts that it
 * is about; `about`: what the launch check calls it.
 */
type WordingRule = {
  words: RegExp;
  unless?: RegExp;
  of?: (text: Wording) => boolean;
  about?: string;
  why: string;
  instead: string;
};

const denial = /\b(?:cannot|can['’]t|do not|don['’]t|never|no|nobody|not|nor|neither|without|isn['’]t)\b/i;

/** Staff send these as an email, as a text message or by WhatsApp. */
const isTemplate = ({ file }: Wording) => file === 'content/reply-templates.ts';

const isRegulation = ({ field }: Wording) => field === 'regulation';

const ofComplaints = /\b(?:complain\w*|ombudsman)\b/i;

/** Claims that the law or a regulator forbids, and what was left over from writing: the build refuses them. */
const forbidden: WordingRule[] = [
  {
    words:
      /(?:at no|without(?: any)?|zero) (?:cost|charge)|no cost (?:to you|at all)|free of (?:any )?(?:cost|charge)|(?:cost|risk)[- ]free|(?:completely|totally|100%) free|(?:pay|cost)[\w ]{0,20} a penny/i,
    unless: ofComplaints,
    why: 'hire and repair on credit can cost the customer something, and advertising rules forbid to say otherwise',
    instead: 'write "no upfront cost" and, in the same paragraph, when the customer may have to pay',
  },
  {
    words: /no[ -]win,?[ -]no[ -]fee/i,
    why: 'it is the name of an agreement about legal fees, which must come with all its terms',
    instead: 'leave it out, and let the law firm explain its own fees',
  },
  {
    words: /guarantee\w*|you(?:'ll| will) win|will succeed|100% (?:success|win)\w*/i,
    unless: new RegExp(`${denial.source}|\\b(?:repairs?|parts?|paint\\w*|workmanship|work)\\b`, 'i'),
    why: 'nobody can promise how a claim ends',
    instead: 'write what you do, or "we cannot guarantee a result"',
  },
  {
    words:
      /(?:approved|endorsed|recommended) by (?:the )?(?:FCA|Financial Conduct Authority|TfL|Transport for London|police|government)|TfL[- ]approved/i,
    unless: denial,
    why: 'no authority approves or recommends a firm in this way',
    instead: 'write by whom you are regulated or licensed, with the number',
  },
  {
    words: /\bwe(?: have|['’]ve)? (?:just )?(?:spoken?|talked)\b|\bwhen we (?:spoke|talked)\b|\bas (?:we )?discussed\b/i,
    unless: /\b(?:if|unless|once) we\b/i,
    why: 'it is sent or shown to people to whom nobody has spoken',
    instead: 'write what is true of an answer in writing, too, such as "we have been in touch"',
  },
  {
    words:
      /\bnothing is held\b|\b(?:we )?(?:hold|keep|have) (?:nothing|no (?:data|information|details)) (?:about|on|of) (?:you|them)\b/i,
    why: 'a search finds what came from one address or number, and the answer to a data request is all that is held',
    instead: 'write where you have looked',
  },
  {
    words:
      /\b(?:answer|reply to) this e-?mail\b|\b(?:send|return) (?:it|them) as an answer\b|\b(?:this|the) link (?:below|above|in this)\b/i,
    of: isTemplate,
    why: 'it may leave as a text message or by WhatsApp too, with no link in it',
    instead: 'write "or reply", and where the link is found',
  },
  {
    words: /(?<!Financial Conduct Authority[\s\S]*)\bFCA\b/,
    of: isRegulation,
    why: 'the statement about its regulation gives the name in full (FCA Handbook, GEN 4 Annex 1)',
    instead: 'write "Financial Conduct Authority"',
  },
  {
    words: /\$(?:always|openHours|withinTarget)\b|\[(?:GK|V)\b[^\]]*\]|\{\w+\}|\bTODO\b|lorem ipsum/i,
    why: 'it was left over from writing',
    instead: 'write what is meant, or leave it out',
  },
];

/** Words that are allowed only in a paragraph which also says when there is something to pay. */
const costPromise = /no upfront[\w ]{0,8} cost|nothing (?:up ?front|to pay)|pay nothing/i;
const costTerms =
  /\b(?:may|might|could|would|can) (?:still )?(?:have to pay|be asked to pay|owe)|\bif you (?:break|mislead|share|stop helping)/i;

/** The same, but to complain, also to the Ombudsman, costs nothing at all. */
const costsNothing = /costs? you nothing|won['’]t cost you anything/i;

/** What may be true, and needs proof or plainer words: the launch check asks about it. */
const doubtful: WordingRule[] = [
  {
    words:
      /\b(?:we|us|our team)\b[^.?!;]{0,30}\b(?:help|deal|argue|negotiate|speak|talk|write|ring|call|chase|press|challenge|complain|claim|fight|handle|manage|settle|represent|send|act)\b[^.?!;]{0,60}\b(?:your own (?:insurer|insurance|policy)|on your policy)\b|\bsend us\b[^.?!;]{0,60}\byour own insurer['’]?s?\b/i,
    unless: denial,
    about: 'own policy',
    why: "to help in a claim on the customer's own policy is regulated as insurance distribution (Regulated Activities Order, article 39A)",
    instead: "have permission for that, or write that you help only where the other driver's insurer pays",
  },
  {
    words: /award[- ]winning|market[- ]leading|number one|\bUK['’]s (?:best|leading|largest)|success rate|\b100%/i,
    why: 'a comparison or a figure needs proof that you can show',
    instead: 'keep the proof, or write what you do',
  },
  {
    words: /\bfree (?:hire|replacement|courtesy|recovery|repair|car|vehicle)/i,
    unless: new RegExp(`${denial.source}|\\b(?:your|other|their) insurer`, 'i'),
    why: 'hire, recovery and repair on credit are not free, even where the customer pays nothing at first',
    instead: 'write "with no upfront cost", and when the customer may have to pay',
  },
  {
    words: /\b(?:approved|endorsed|recommended) by\b/i,
    unless: denial,
    why: 'readers take it for an official approval',
    instead: 'say who approved what, and keep the proof',
  },
  {
    words: /\bby (?:tomorrow|tonight)\b|\bsame[- ]day (?:car|replacement|vehicle|hire|delivery|repair)/i,
    why: 'it promises a speed to everybody',
    instead: 'keep records that show it, or write what it depends on',
  },
  {
    words: /PAS ?2060|PAS ?125\b|Road Traffic Act 1970/i,
    why: 'the standard or the law has been replaced',
    instead: 'name the one in force (BS 10125, Road Traffic Act 1988)',
  },
  {
    words: /third-party insurer|heads of loss/i,
    why: 'it is a word of the trade',
    instead: 'write "the other driver\'s insurer", or what the loss is',
  },
];

export function wordingProblems({ file, field, text: written }: Wording): string[] {
  const text = plainText(written);
  const unqualified = text.split(/\n\s*\n/).flatMap((words) => unqualifiedIn(words) ?? []);
  return [
    ...markProblems({ file, field, text: written }),
    ...forbidden
      .filter(({ of }) => of?.({ file, field, text }) ?? true)
      .flatMap((rule) =>
        foundBy(rule, text).map((words) => `${file}: ${field} must not say "${words}": ${rule.why}. Instead, ${rule.instead}.`),
      ),
    ...unqualified.map(
      (words) =>
        `${file}: ${field} must not say "${words}" without its terms in the same paragraph: add when the customer may have to pay, as in "you may have to pay if you share the blame".`,
    ),
  ];
}

function unqualifiedIn(paragraph: string): string | undefined {
  if (costTerms.test(paragraph)) return undefined;
  return costPromise.exec(paragraph)?.[0] ?? (ofComplaints.test(paragraph) ? undefined : costsNothing.exec(paragraph)?.[0]);
}

/** What the launch check asks about a text. */
export function wordingDoubts({ text }: Wording): { about: string; words: string; why: string; instead: string }[] {
  return doubtful.flatMap((rule) =>
    foundBy(rule, text).map((words) => ({ about: rule.about ?? 'wording', words, why: rule.why, instead: rule.instead })),
  );
}

function foundBy({ words, unless }: WordingRule, text: string): string[] {
  const sentences = unless ? text.split(/(?<=[.?!])\s+|\n/).filter((sentence) => !unless.test(sentence)) : [text];
  return sentences.flatMap((sentence) => words.exec(sentence)?.[0] ?? []).slice(0, 1);
}

export function wordingIn(file: string, data: unknown, path: PropertyKey[] = []): Wording[] {
  if (typeof data === 'string') return [{ file, field: fieldName(path), text: data }];
  if (Array.isArray(data)) return data.flatMap((item, index) => wordingIn(file, item, [...path, index]));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => wordingIn(file, value, [...path, key]));
}

export function fieldName(path: PropertyKey[]): string {
  return (
    path.map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth ? '.' : ''}${String(key)}`)).join('') || 'the file'
  );
}
