/** Whether npm test runs, which a person waits for. Everything else tries every case: npm run test:all, and a test that is named. */
export const isSample = process.env.SAMPLE === '1';

/** The cases of a test that differ little, as with and without JavaScript: npm test tries the first ones alone. */
export function sampled<T>(cases: readonly T[], count = 1): T[] {
  return isSample ? cases.slice(0, count) : [...cases];
}
