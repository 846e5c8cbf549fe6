/**
 * Retention periods in days, which "How long we keep it" in content/legal.ts states. Submissions, by the form's name: then they are
 * erased automatically, with their files, messages, e-mails and notes. Claims: limitation periods and the regulator's record keeping.
 */
export const retentionDays = {
  forms: { 'Make a Claim': 7 * 365 + 2, 'Roadside Start': 7 * 365 + 2, 'Partners Inquiry': 2 * 365, 'Contact Us': 365 },
  /** A form that is not listed. */
  other: 365,
  /** A claim past its retention period is kept until it has been closed for so long: one that is open is not erased by its age. */
  closedFor: 30,
  /**
   * A claim that was closed as one that did not go ahead, from the day it was closed; and one that was begun at the roadside and not
   * gone on with, from the day it was sent.
   */
  notPursued: 365,
  /** What looked like spam and was never released. */
  quarantine: 30,
  /** Addresses and browsers of sign-ins in the audit trail, invitations, and the e-mails that members of staff were sent. */
  staffRecords: 90,
  /** Attempts at sending e-mails, with the mail server's answers, once the e-mail was sent or has failed. */
  emailAttempts: 90,
} as const;

export const notPursuedMonths = Math.round(retentionDays.notPursued / (365 / 12));
