/**
 * How long things are kept: '30 days', '8 weeks', '18 months' or '7 years'. "How long we keep it" in content/legal.ts states it. Submissions, by
 * the form's name: then they are erased automatically, with their files, messages, emails and notes. Claims: limitation periods and the
 * regulator's record keeping.
 */
export const retentionDays = {
  forms: { 'Make a Claim': '7 years', 'Roadside Start': '7 years', 'Partners Inquiry': '2 years', 'Contact Us': '1 year' },
  /** A form that is not listed. */
  other: '1 year',
  /** A claim past its retention period is kept until it has been closed for so long: one that is open is not erased by its age. */
  closedFor: '30 days',
  /**
   * A claim that was closed as one that did not go ahead, from the day it was closed; and one that was begun at the roadside and not
   * gone on with, from the day it was sent.
   */
  notPursued: '12 months',
  /** What looked like spam and was never released. */
  quarantine: '30 days',
  /** Addresses and browsers of sign-ins in the audit trail, invitations, and the emails that members of staff were sent. */
  staffRecords: '90 days',
  /** Attempts at sending emails, with the mail server's answers, once the email was sent or has failed. */
  emailAttempts: '90 days',
} as const;
