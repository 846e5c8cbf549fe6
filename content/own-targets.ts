/**
 * In hours, how soon we want to answer the forms whose senders are told no time, by the form's name. What claimants are told, and our own
 * targets for drivers by profession and for the roadside, are in site.ts.
 */
export const ownTargetHours: Record<string, number> = {
  'Contact Us': 24,
  'Partners Inquiry': 48,
};
