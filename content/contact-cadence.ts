/**
 * When to try again after an attempt to make contact that reached nobody: after so many hours, or at a time of day in London, on the
 * same day where it is still to come and no `days` are given. After the last of them somebody decides what becomes of the claim.
 */
export type Pause = { hours: number } | { days: number; at: string };

export const contactCadence: readonly Pause[] = [
  { hours: 2 },
  { days: 0, at: '18:30' },
  { days: 1, at: '10:00' },
  { days: 2, at: '10:00' },
];

/** After somebody was spoken to, where no time was agreed. */
export const afterSpeaking: Pause = { days: 1, at: '10:00' };
