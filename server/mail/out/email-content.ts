import type { Block } from '#forms/answers.ts';
import type { TeamSummary } from './team-summary.ts';

/** What an email says, from which its HTML and its text are made (email-layout.tsx). Its parts are shown in this order. */
export type EmailContent = {
  subject: string;
  title: string;
  isUrgent?: boolean;
  /** Where it is not in English. */
  language?: { code: string; dir: 'ltr' | 'rtl' };
  /** The summary of the submission, in emails to the team; its link leads to the desk. */
  summary?: TeamSummary;
  /** Every answer of the submission, under its reference. */
  answers?: { reference: string; submittedAt: number; sentBy: string | null; blocks: Block[] };
  paragraphs?: string[];
  /** The submissions of a digest. */
  entries?: DigestEntry[];
  link?: { label: string; url: string } | null;
  /** Sentences after the link. */
  closing?: string[];
  /** The Message-IDs of the thread that it goes on, oldest first. */
  references?: string[];
};

export type DigestEntry = { heading: string; lines: string[]; link: string };
