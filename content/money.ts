/**
 * How the firm earns, and what is said of who sends a visitor, whom it may pay: what customers need to know before they choose (Digital
 * Markets, Competition and Consumers Act 2024, sections 227 and 230). The owner corrects both by the contracts that there are, and sets
 * `isConfirmed`; `npm run launch-check` is red until then.
 */
export const money: { isConfirmed: boolean; earnings: string; introducers: string | null } = {
  isConfirmed: false,
  earnings: 'We earn from hire, repair and recovery charges, and from fees that suppliers pay us. Talking to us first is free.',
  /** After a partner's name, and on the cards that they give out. Null where you pay nobody. */
  introducers: 'We may pay them a fee, never where anyone was hurt. You need not use us.',
};
