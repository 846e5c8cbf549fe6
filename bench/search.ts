import type { InboxFilter } from '#server/claims/inbox/inbox-query.ts';
import type { Database } from '#server/core/database/database.ts';
import { migrate } from '#server/core/database/open.ts';
import { addManySubmissions } from '#testing/fixtures/many-submissions.ts';
import { referenceOf } from '#testing/fixtures/random-people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { onBothEngines, openBenchDesk, timesOf } from './bench-desk.ts';
import { type Line, load, type Measurement } from './measure.ts';

const now = Date.UTC(2026, 10, 28, 10);
const rounds = 20;

/** What staff type into the search, several of each kind, which are asked in turn. */
const searches: Record<string, string[]> = {
  'part of a plate': ['LR8', '82 K', 'B77', '9HJ', 'AB81'],
  'part of a phone': ['900 12', '4960', '7946', '0555', '96002'],
  'a whole phone': ['07700 900123', '020 7946 0505', '+44 113 496 0777'],
  'a surname': ['khan', 'kowalski', 'quill', 'featherstonehaugh', 'swiatek'],
  'a surname, one letter wrong': ['kowalsky', 'featherstonhaugh', 'wilsen', 'vaugan', 'popesku'],
  'a make': ['toyota', 'bmw', 'tesla', 'kia'],
  'a place': ['luton', 'barking', 'ripple road', 'bath'],
  'a postcode': ['IG11 0ZZ', 'LS7 6ZZ', 'E15', 'HU20 9ZZ'],
  'an insurer': ['harbour', 'pennine', 'meridian sample insurance'],
  'a reference': [1, 250_000, 999_000].map(referenceOf),
  'two words': ['mohammed khan', 'toyota luton', 'grace quill', 'bmw pennine'],
  'two words that hardly any claim has both': ['bmw toyota', 'luton barking', 'harbour pennine'],
  'a word that all claims have': ['insurance', 'bumper', 'sample'],
  'a single letter': ['k', '7'],
  'no such term': ['zyzzyva', 'xqxqxq', '99999999'],
};

/** How the desk asks: the list with a filter, which `asks` has as well as what is typed, or its first rows while somebody types. */
const lists: Record<string, InboxFilter | 'while typing'> = {
  all: {},
  'while typing': 'while typing',
  new: { status: 'new' },
  closed: { status: 'closed' },
  mine: { assigned: 'me' },
  'one form': { form: 'Partners Inquiry' },
  'by due time': { sort: 'due' },
};

/**
 * Measures the desk's search with so many submissions, on SQLite and, where it is installed, PostgreSQL: the first page of its
 * results, in each list that it can search.
 */
export function search(submissions: number): Measurement {
  return async (folder) => {
    const lines: Line[] = [];
    await onBothEngines(folder, async (engine, open) => {
      const database = await open('search');
      try {
        await migrate(database);
        await addManySubmissions(database, { count: submissions, now, staffIds: ['olu', 'priya', 'grace'] });
        for await (const line of searchTimes(engine, database, folder)) lines.push(line);
      } finally {
        await database.close();
      }
    });
    return lines;
  };
}

/** How long each search takes in each list of a store that is filled already. */
async function* searchTimes(engine: string, database: Database, folder: string): AsyncGenerator<Line> {
  const desk = await openBenchDesk(database, { folder, now });
  for (const [kind, texts] of Object.entries(searches))
    for (const [list, filter] of Object.entries(lists)) {
      const ask = (text: string) =>
        filter === 'while typing' ? desk.searchFirst(olu, text) : desk.inbox(olu, { ...filter, search: text });
      // The first search for a text is recorded in the audit trail.
      for (const text of texts) await ask(text);
      const { p50, p95 } = await timesOf((round) => ask(texts[round % texts.length] ?? ''), rounds);
      yield {
        what: `${engine}: ${kind}, ${list}`,
        found: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, load ${load()}`,
        budget: '50 ms',
      };
    }
  await desk.close();
}
