import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { translationOf } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { fieldProblems, problemPage, refusals } from './errors.ts';
import { type Field, type FormDefinition, fieldsOf } from './form.ts';
import { dueBy, londonMoment } from './london-day.ts';
import { sameAccidentQuestion } from './same-accident.ts';

/** What the server says of a form that it does not take, in one language. For the server: browsers are sent the sentence. */
export type Messages = {
  lang: string;
  dir: RoadsideTexts['dir'];
  refusals: typeof refusals;
  fieldProblems: typeof fieldProblems;
  problemPage: typeof problemPage;
  /** With the reference of the claim that came before, and when it was made. */
  sameAccident: (reference: string, createdAt: number) => string;
};

/** A function, because an owner may publish another number to call. */
const english = (): Messages => ({
  lang: 'en-GB',
  dir: 'ltr',
  refusals,
  fieldProblems,
  problemPage,
  sameAccident: (reference, createdAt) => sameAccidentQuestion(reference, londonMoment(createdAt)),
});

/** In the language of the page on which the answers were typed, as it sends along. */
export function messagesFor(form: FormDefinition, answers: Record<string, unknown>): Messages {
  return fieldsOf(form).some(({ name }) => name === 'language') ? messagesIn(answers.language) : english();
}

/** In a language of the roadside page; in English where it has none by this name. */
export function messagesIn(language: unknown): Messages {
  const texts = typeof language === 'string' ? translationOf(language) : null;
  return texts?.form ? translated(texts, texts.form) : english();
}

function translated({ code, dir }: RoadsideTexts, { errors, labels, texts }: NonNullable<RoadsideTexts['form']>): Messages {
  // From right to left the groups of a number would change places.
  const isolated = (text: string) => (dir === 'rtl' ? `\u2066${text}\u2069` : text);
  const say = (name: keyof typeof errors, values: Record<string, string> = {}) =>
    errors[name].replaceAll(/\$(\w+)/g, (_, key: string) => values[key] ?? isolated(site.helpline.display));
  const ofField = (name: 'missing' | 'notText', field: Field) =>
    field.type === 'checkbox' ? say('unticked') : say(name, { label: labels[field.name as keyof typeof labels] ?? field.label });
  const waits = (name: 'tooManyFromAddress' | 'tooMuchWork') => (seconds: number) =>
    say(name, { minutes: String(Math.ceil(seconds / 60)) });
  return {
    lang: code,
    dir,
    refusals: {
      checkAnswers: say('checkAnswers'),
      sentWithOtherAnswers: say('sentWithOtherAnswers'),
      notSaved: say('notSaved'),
      tooManyFromAddress: waits('tooManyFromAddress'),
      tooMuchWork: waits('tooMuchWork'),
      tooLong: say('tooLong'),
      unreadablePost: say('unreadablePost'),
      foreignSite: say('foreignSite'),
      ourFault: say('ourFault'),
    },
    fieldProblems: {
      missing: (field) => ofField('missing', field),
      notText: (field) => ofField('notText', field),
      // The page has no other choices than its box, and asks for no address.
      notOffered: (field) => ofField('missing', field),
      notAnEmail: fieldProblems.notAnEmail,
    },
    problemPage: { title: say('title'), back: say('back'), number: say('number') },
    sameAccident: (reference, createdAt) =>
      say('sameAccident', { reference: isolated(reference), time: dueBy(createdAt, createdAt, texts['en-GB']) }),
  };
}
