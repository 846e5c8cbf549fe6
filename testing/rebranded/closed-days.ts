import type { ClosedDays } from './opening-hours.ts';

/** Between Christmas and New Year nobody is in the yard, and on one Friday all are at a wedding. */
export const closedDays: ClosedDays = {
  bankHolidaysOf: 'England and Wales',
  days: [
    { from: '2026-12-24', to: '2026-12-31' },
    { from: '2027-05-28', to: '2027-05-28' },
  ],
};
