import { evidenceLimits } from '#forms/evidence-rules.ts';
import { evidenceRefusals } from './evidence-refusals.ts';

/** What the refusals for claimants say to staff, who would not call the helpline or send a file some other way. */
export const textsForStaff = {
  unknownType: 'Only photographs, films, recordings and documents can be added.',
  active: 'Web pages, programs and archives cannot be added. Save a page as a PDF, and add the files of an archive one by one.',
  otherDocument: 'This document is damaged, or of a kind that cannot be kept. Save it as a PDF, or ask for one.',
  empty: 'This file is empty, so there is nothing to keep. If it matters, ask for it again.',
  tooMany: `This claim has ${evidenceLimits.claimFiles} files, which is the most it can have. Take back one that is not needed, or put several pages into one PDF.`,
  tooMuch:
    'With this file, those of the claim would be larger together than they can be. Make it smaller, or take back one that is not needed.',
  noMore: 'This claim is in quarantine, where a claim can have few files. Release it first, then add the file.',
  incomplete: 'This file did not arrive whole. Send it again.',
  noClaim: 'This claim cannot be found any more: it was erased. The file was not added.',
  full: 'The disk has no room for more files just now. Tell an owner, and keep the file until then.',
  unavailable: 'This file could not be kept just now. Wait a moment, then send it again.',
} satisfies Partial<Record<keyof typeof evidenceRefusals, string>>;

/** A refusal in words for staff. */
export function textForStaff(message: string): string {
  const [name] = Object.entries(evidenceRefusals).find(([, text]) => text === message) ?? [];
  return (textsForStaff as Record<string, string>)[name ?? ''] ?? message;
}
