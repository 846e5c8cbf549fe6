import { site } from '#content/site.ts';
import type { EvidenceGroup } from '#forms/evidence-kinds.ts';
import { call, claimPageRefusals, evidenceLimits, photographRefusals } from '#forms/evidence-rules.ts';
import { fileSize } from '#forms/file-size.ts';

/** The other ways to send us something, as far as the business has them. */
const otherwise = [site.whatsapp && 'WhatsApp', site.email && 'email'].filter(Boolean).join(' or ');

/** Why a file was refused, and what to do instead. */
export const evidenceRefusals = {
  ...photographRefusals,
  otherClaim: `Another claim was opened in this browser since. Please open this claim by its private link again, or ${call}.`,
  ...claimPageRefusals,
  unknownType: `Only photographs, films, recordings and documents can be added.${otherwise && ` Please send this by ${otherwise}.`}`,
  active:
    'Web pages, programs and archives cannot be added. Please save a page as a PDF, and send the files of an archive one by one.',
  disguised: "The file's name and contents do not match. Please add the photograph, film, recording or document itself.",
  otherDocument: 'This document is damaged, or of a kind that we cannot take. Please send it as a PDF.',
  macros: 'This document has programs (macros) in it. Please send it as a PDF.',
  locked: 'This document is locked with a password. Please send it without one.',
  empty: 'This file is empty. Please choose it again.',
  tooMany: `This claim has ${evidenceLimits.claimFiles} files, which is the most it can have. If another one matters, send us a message or ${call}.`,
  tooMuch: `With this file, those of your claim would be larger together than they can be. If it matters, ${otherwise ? `send it by ${otherwise}, or ${call}` : call}.`,
  noMore: `We cannot take more files for this claim at the moment. Please ${call}.`,
  nameTaken: 'The resource already exists. Evidence is never replaced: choose another name.',
  tooOften: `Very many files came for this claim today. Please try again tomorrow, or ${call}.`,
  incomplete: 'This file did not arrive whole. Please send it again.',
  noClaim: 'This claim cannot be found any more, so nothing can be added to it.',
  noUpload: 'This upload has ended. Please choose the file again.',
  kept: `This file is part of your claim by now. If it is the wrong file, tell us in a message or ${call}.`,
  full: `We have no room for more files just now. Please try again later, or ${call}. Your claim itself is safe.`,
  notReady: 'This file is still being checked for viruses. Please try again in a minute.',
  missing: `This file cannot be found. Please ${call}.`,
  infected: 'A virus was found in this file, so nobody can open it.',
};

const tooLargeTexts: Record<EvidenceGroup, [most: string, todo: string]> = {
  picture: ['A photograph can have up to', 'Please send a smaller one.'],
  film: ['A film can have up to', 'Please send a shorter one.'],
  sound: ['A recording can have up to', 'Please send it in parts.'],
  paper: ['A document can have up to', 'Please send its pages or files one by one.'],
};

/** Why a file of a group that has more than so many bytes is refused. */
export function tooLarge(group: EvidenceGroup, bytes: number): string {
  const [most, todo] = tooLargeTexts[group];
  return `${most} ${fileSize(bytes)}. ${todo}`;
}
