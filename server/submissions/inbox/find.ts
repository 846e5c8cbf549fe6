import { setImmediate } from 'node:timers/promises';
import type { Question } from '../search/search-query.ts';
import type { SearchStore, Walked } from '../search/search-store.ts';
import { isByDue, listsFor } from './inbox-lists.ts';
import type { Asked, ListStore, Place } from './inbox-store.ts';

/**
 * Rows of a list that are looked at in one go where not all of them meet what was asked, twice as many each time. On SQLite no
 * visitor waits longer than for these; PostgreSQL holds up nobody but the one who asked.
 */
const firstLook = 100;
const longestLook = { sqlite: 800, postgres: 5_000 };

/** What more than these have is found sooner by walking the list: every few rows there is one. */
export const mostCandidates = 5_000;

export type Finding = { asked: Asked; behind: Place | null; isBackwards: boolean; most: number };

/** The next `most` that meet everything that was asked, nearest to the place first. */
export function createFind(list: ListStore, search: SearchStore) {
  const longest = longestLook[list.engine];

  return async function find(finding: Finding): Promise<Place[]> {
    const { asked } = finding;
    if (asked.filter.search !== undefined && !asked.question) return [];
    if (asked.filter.mail) return among(await list.withLetters(asked.filter.mail), finding);
    if (!asked.question) return alongLists(finding);
    const { question, few } = await weigh(asked.question);
    if (few === null) return alongLists({ ...finding, asked: { ...asked, question } });
    const places = new Map(few.map(({ id, createdAt }) => [id, { id, key: createdAt }]));
    return isByDue(asked.filter) ? among([...places.keys()], finding) : nearest([...places.values()], finding);
  };

  /** Leaves out what nobody can meet, and finds the few that may meet the rest; null where one part of it is met by many. */
  async function weigh(question: Question): Promise<{ question: Question; few: Walked[] | null }> {
    const weighed: { words: string[]; candidates: Walked[] | null }[] = [];
    for (const words of question) weighed.push({ words, candidates: await search.candidates(words, mostCandidates) });
    const met = weighed.filter(({ candidates }) => candidates?.length !== 0);
    const isFew = met.every(({ candidates }) => candidates !== null);
    return { question: met.map(({ words }) => words), few: isFew ? met.flatMap(({ candidates }) => candidates ?? []) : null };
  }

  /** Any of these, wherever they stand. */
  async function among(candidates: string[], finding: Finding): Promise<Place[]> {
    const found: Place[] = [];
    for (let from = 0; from < candidates.length; from += longest) {
      found.push(...(await list.pick(finding.asked, candidates.slice(from, from + longest))));
      await setImmediate();
    }
    const order = orderOf(finding);
    const { behind } = finding;
    const beyond = behind ? found.filter((place) => order(behind, place) < 0) : found;
    return beyond.toSorted(order).slice(0, finding.most);
  }

  /** Where their places are known already: those next to the beginning of the page, until it is full. */
  async function nearest(candidates: Place[], finding: Finding): Promise<Place[]> {
    const order = orderOf(finding);
    const { behind, most } = finding;
    const ahead = (behind ? candidates.filter((place) => order(behind, place) < 0) : candidates).toSorted(order);
    const found: Place[] = [];
    for (let from = 0, look = firstLook; from < ahead.length && found.length < most; from += look, look = longest) {
      const ids = ahead.slice(from, from + look).map(({ id }) => id);
      found.push(...(await list.pick(finding.asked, ids)).toSorted(order));
      await setImmediate();
    }
    return found.slice(0, most);
  }

  async function alongLists(finding: Finding): Promise<Place[]> {
    const found: Place[] = [];
    for (const one of listsFor(finding.asked.filter)) found.push(...(await along(one, finding)));
    return found.toSorted(orderOf(finding)).slice(0, finding.most);
  }

  async function along(one: ReturnType<typeof listsFor>[number], finding: Finding): Promise<Place[]> {
    const found: Place[] = [];
    const takesAll = one.stillToMeet.length === 0;
    for (let { behind } = finding, look = takesAll ? finding.most : firstLook; ; look = Math.min(look * 2, longest)) {
      const rows = await list.walk({ ...finding, list: one, behind, most: look });
      found.push(...rows.filter(({ isMet }) => isMet));
      if (rows.length < look || found.length >= finding.most) return found.slice(0, finding.most);
      behind = rows.at(-1) ?? null;
      await setImmediate();
    }
  }
}

function orderOf({ asked, isBackwards }: Finding): (a: Place, b: Place) => number {
  const sign = isByDue(asked.filter) !== isBackwards ? 1 : -1;
  return (a, b) => sign * (a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
