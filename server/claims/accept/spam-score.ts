import { type Answers, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { problemOf } from '#forms/read.ts';
import { leastPlausibleAgeMs, unhurriedAgeMs } from '#forms/signals.ts';
import { spamTerms } from './spam-terms.ts';

export type SpamInput = {
  form: FormDefinition;
  data: Answers;
  /** The value of the honeypot; undefined where the field itself was not sent. */
  honeypot: unknown;
  /** Null where no script sent it: a form without JavaScript, or a caller that is not our page. Neither is a signal. */
  formAgeMs: number | null;
  /** How often this text came from this IP address before, in a short time. */
  timesBefore: number;
};

/** Evidence of a bot. The reason is stored with the submission and contains none of its text. */
type SpamSignal = { score: number; reason: string };

/** A submission with at least this score goes into quarantine. The scores of its signals are added up; some reach it alone. */
const quarantineScore = 4;

/** Why this looks like the work of a bot, or null. A language, a script or a single habit is never enough. */
export function spamReasonOf(input: SpamInput): string | null {
  const signals = [...honeypotSignals(input), ...ageSignals(input), ...repetitionSignals(input), ...textSignals(input)];
  const score = signals.reduce((sum, signal) => sum + signal.score, 0);
  return score >= quarantineScore ? signals.map(({ reason }) => reason).join('; ') : null;
}

function honeypotSignals({ honeypot }: SpamInput): SpamSignal[] {
  const isFilled = honeypot !== undefined && honeypot !== null && honeypot !== '';
  return isFilled ? [{ score: quarantineScore, reason: 'filled in a field that nobody sees' }] : [];
}

function ageSignals({ formAgeMs }: SpamInput): SpamSignal[] {
  if (formAgeMs === null || formAgeMs >= unhurriedAgeMs) return [];
  return formAgeMs < leastPlausibleAgeMs
    ? [{ score: quarantineScore, reason: 'sent in the moment the form was there' }]
    : [{ score: 1, reason: 'sent very quickly' }];
}

/** A family, an office or a mobile carrier shares an IP address, but not its text. A template may come back, so this needs another signal. */
const oftenBefore = 8;

/** No template is sent this often in ten minutes. */
const veryOftenBefore = 50;

function repetitionSignals({ timesBefore, formAgeMs }: SpamInput): SpamSignal[] {
  if (timesBefore < oftenBefore) return [];
  // At a person's pace on our own page it may be somebody who tries the form out, however often.
  const isUnhurried = formAgeMs !== null && formAgeMs >= unhurriedAgeMs;
  const isEnough = timesBefore >= veryOftenBefore && !isUnhurried;
  return [{ score: isEnough ? quarantineScore : quarantineScore - 1, reason: 'the same words again and again from one address' }];
}

/**
 * Signals in the text. One link, markup, or the same text in every field are never enough alone: people paste links to
 * photographs, name their website, and try a form out with "test".
 */
function textSignals({ form, data }: SpamInput): SpamSignal[] {
  const texts = freeTexts(form, data);
  const all = [...texts, ...formerChoices(form, data)].join('\n');
  return [...linkSignals(all), ...termSignals(all), ...sameTextSignals(texts), ...randomTextSignals(texts)];
}

/** The answers to free-text questions: not addresses, numbers, dates or choices. */
export function freeTexts(form: FormDefinition, data: Answers): string[] {
  return fieldsOf(form).flatMap(({ name, type }) => ((type === 'text' || type === 'textarea') && data[name]) || []);
}

/** Answers that are not among the choices of their question. An own question takes any text as such. */
function formerChoices(form: FormDefinition, data: Answers): string[] {
  return fieldsOf(form).flatMap((field) => {
    const value = data[field.name];
    return value && problemOf(field, value) === 'notOffered' ? [value] : [];
  });
}

function linkSignals(all: string): SpamSignal[] {
  const hosts = new Set(
    Array.from(all.matchAll(/(?:https?:\/\/|\bwww\.)([^\s/<>"'()[\]]+)/gi), ([, host]) => host?.toLowerCase()),
  );
  const signals: SpamSignal[] = [];
  if (hosts.size >= 6) signals.push({ score: quarantineScore, reason: 'links to six sites or more' });
  else if (hosts.size >= 3) signals.push({ score: 3, reason: 'links to several sites' });
  else if (hosts.size > 0) signals.push({ score: 1, reason: 'a link' });
  // The repetitions have limits, because otherwise the rest of a long text would be searched again for each "<a".
  if (/<a\s[^<>]{0,300}?href\s{0,9}=\s{0,9}["']?https?:[^<>]{0,2000}>[^<]/i.test(all))
    signals.push({ score: 1, reason: 'a link in markup' });
  if (/\[(?:url|link)\s{0,9}=\s{0,9}["']?https?:/i.test(all))
    signals.push({ score: quarantineScore, reason: "a link in a forum's markup" });
  return signals;
}

function termSignals(all: string): SpamSignal[] {
  // NFKC turns mathematical letters into the plain letters they look like.
  return spamTerms.test(all.normalize('NFKC')) ? [{ score: 3, reason: 'words of a mass mailing' }] : [];
}

function sameTextSignals(texts: string[]): SpamSignal[] {
  const same = texts.length >= 3 && texts.every((text) => text.trim() === texts[0]?.trim());
  return same ? [{ score: 1, reason: 'the same text in every field' }] : [];
}

/**
 * Signals of random text such as "xKqTzWvbLp": a long Latin word that changes to capitals several times. Other scripts have no such
 * words.
 */
function randomTextSignals(texts: string[]): SpamSignal[] {
  const random = texts.filter((text) => /^[A-Za-z]{9,64}$/.test(text) && (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3);
  return random.length >= 2 ? [{ score: quarantineScore, reason: 'random letters in several fields' }] : [];
}
