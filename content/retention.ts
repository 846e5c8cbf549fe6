/**
 * How long submissions are kept, in days, by the form's name; then they are erased by themselves, with their letters and notes.
 * Claims: limitation periods and the regulator's record keeping. `quarantine`: what was set aside as spam and never released.
 */
export const retentionDays = {
  forms: { 'Make a Claim': 7 * 365 + 2, 'Partners Inquiry': 2 * 365, 'Contact Us': 365 },
  /** A form that is not listed. */
  other: 365,
  quarantine: 30,
  /** Addresses and browsers of sign-ins in the audit trail, invitations, and the e-mails that members of staff were sent. */
  staffRecords: 90,
} as const;
