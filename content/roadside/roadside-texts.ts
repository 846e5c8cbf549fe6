import type { PageContent } from '../types.ts';
import type { LanguageCode } from './languages.ts';

/** What to do before anything else. */
export const safetyItems = ['hazardLights', 'awayFromTraffic', 'injured'] as const;

/** What to do at the scene and after it, in groups. The ticks of visitors are kept by these names. */
export const checklist = {
  law: ['stop', 'giveDetails', 'askDetails', 'police'],
  photographs: ['wholeScene', 'damage', 'road', 'theirInsurance'],
  notes: ['facts', 'witnesses', 'cameras'],
  words: ['polite', 'signNothing', 'strangers'],
  afterwards: ['insurer', 'dashcam', 'health'],
} as const;

export type ChecklistGroup = keyof typeof checklist;
export type ChecklistItem = (typeof checklist)[ChecklistGroup][number];

/** The roadside page in one language. A text that is missing in a translation is an error of the types. */
export type RoadsideTexts = {
  code: LanguageCode;
  page: PageContent;
  emergency: { title: string; text: string; call: string };
  helpline: string;
  safety: Record<(typeof safetyItems)[number], string>;
  checklist: {
    title: string;
    lead: string;
    groups: Record<ChecklistGroup, string>;
    items: Record<ChecklistItem, string>;
  };
};
