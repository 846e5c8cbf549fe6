/** What a letter is for. `promise-…`: a submission that nobody has answered, so many hours after it came. */
export type PromiseLetterKind = `promise-${number}`;
export const staffLetterKinds = [
  ...(['invitation', 'password-reset', 'password-changed', 'account-locked'] as const),
  ...(['email-changed', 'authenticator-moved', 'recovery-codes-made'] as const),
] as const;
export type StaffLetterKind = (typeof staffLetterKinds)[number];
export type LetterKind = 'notification' | PromiseLetterKind | StaffLetterKind;
