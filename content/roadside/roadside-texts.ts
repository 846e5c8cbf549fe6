import type { FormTexts } from '../form-texts.ts';
import type { PageContent } from '../types.ts';

type Texts<Names extends string> = Record<Names, string>;

/** A part of the checklist. The ticks of visitors are kept by the names of the items. */
type Part<Items extends string> = { title: string; items: Texts<Items> };

/**
 * The roadside page in one language. A text that is missing in a translation is refused by the build. `code` is the name of its file, `name` what
 * its speakers call the language.
 */
export type RoadsideTexts = {
  code: string;
  name: string;
  englishName: string;
  dir: 'ltr' | 'rtl';
  page: PageContent;
  /** What kind of business we are. */
  who: string;
  /** That it is translated, that English is the version that counts, and what we speak on the phone; null in English. */
  translated: string | null;
  /** Before the links to the other languages. */
  languages: string;
  emergency: Texts<'title' | 'text' | 'call'>;
  /** What to do before anything else: the link to it, which is its title too. */
  safetyTitle: string;
  safety: Texts<'hazardLights' | 'awayFromTraffic' | 'injured'>;
  helpline: string;
  /** Before the button: when we call. The number of the helpline follows. */
  terms: string;
  checklist: Texts<'title' | 'lead'> & {
    parts: {
      law: Part<'stop' | 'giveDetails' | 'askDetails' | 'police'>;
      photographs: Part<'wholeScene' | 'damage' | 'road' | 'theirInsurance'>;
      notes: Part<'facts' | 'witnesses' | 'cameras'>;
      words: Part<'polite' | 'signNothing' | 'strangers'>;
      afterwards: Part<'insurer' | 'dashcam' | 'health'>;
    };
  };
  location: Texts<'button' | 'waiting' | 'found' | 'imprecise' | 'denied' | 'notFound'>;
  photographs: Texts<'camera' | 'label' | 'hint' | 'failed'>;
  /**
   * What differs from the form's definition, which is in English; null in English. `$brand` and `$email` are replaced. `$legal(words)` in the consent shows the words where claims may go to law firms.
   */
  form: {
    title: string;
    labels: Texts<'name' | 'phone' | 'locationOfAccident' | 'descriptionOfAccident' | 'consent'>;
    /** That of the consent is what the privacy notice says of it, which is in English. */
    hints: Texts<'locationOfAccident' | 'descriptionOfAccident' | 'consent'>;
    submit: string;
    busy: string;
    /**
     * Why the server does not take the form, without scripts too. `$label` is replaced by that of the field, `$helpline`, `$minutes`, and in the
     * question about another claim `$reference` and `$time`. The last three are on the page for a post that could not be read.
     */
    errors: Texts<
      | 'checkAnswers'
      | 'missing'
      | 'unticked'
      | 'notText'
      | 'sentWithOtherAnswers'
      | 'notSaved'
      | 'tooManyFromAddress'
      | 'tooMuchWork'
      | 'tooLong'
      | 'unreadablePost'
      | 'foreignSite'
      | 'ourFault'
      | 'sameAccident'
      | 'title'
      | 'back'
      | 'number'
    >;
    /** Whether there is a connection. */
    connection: Texts<'offline' | 'online'>;
    /** What the acknowledgement says beside the texts of the receipt: `link` is on its button, which leads to a page in English. */
    email: Texts<'link' | 'noAgreement' | 'notYou'>;
    texts: FormTexts;
  } | null;
};
