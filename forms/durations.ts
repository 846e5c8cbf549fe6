/** Lengths of time in milliseconds. A day in London has 23 or 25 hours twice a year: london-day.ts. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
