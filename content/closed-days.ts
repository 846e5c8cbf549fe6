import type { ClosedDays } from './opening-hours.ts';

/**
 * The days on which nobody answers, although openingHours in site.ts names that day of the week. A promised time of contact passes them
 * over, as it does closed days of the week.
 */
export const closedDays: ClosedDays = {
  /**
   * Whose bank holidays you close on, where openingHours says bankHolidays: false: 'England and Wales', 'Scotland' or 'Northern Ireland'.
   * They are computed for each year, and with them Christmas, Boxing Day and New Year on a weekend. One that is proclaimed for a single
   * year is known to the release after that; until then it belongs below.
   */
  bankHolidaysOf: 'England and Wales',
  /**
   * Days of your own, such as { from: '2026-12-24', to: '2026-12-24' }, and periods. Visitors are told of those to come. They stay empty
   * while openingHours is 'always'.
   */
  days: [],
};
