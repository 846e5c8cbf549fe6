import { definePlainAction, refused } from './define-action.ts';
import { markOf } from './kept.ts';

/** The mark of a claim that is not erased by its age (server/privacy/expired-records.ts), until staff take it back. */
export const underAge = 'kept for somebody under 21' as const;

const isMarked = (row: Parameters<typeof markOf>[0]) => markOf(row, { name: underAge, columns: null }) !== null;

/**
 * Somebody who was hurt as a child can go to court until the 21st birthday, which may be later than the retention period of the claim.
 * No form asks for a date of birth, so that a person says it.
 */
export const underAgeActions = {
  [underAge]: definePlainAction({
    undoneBy: 'no longer kept for somebody under 21',
    pastTense: 'marked it as kept for somebody under 21',
    conflictsWith: [underAge],
    keeps: {
      title: 'Kept for somebody under 21',
      columns: null,
      onClaimantsPage: 'We keep your claim until everybody who was hurt is 21.',
      tells: () => null,
    },
    run: async ({ row }) => (isMarked(row) ? refused() : { kind: 'done' }),
  }),

  'no longer kept for somebody under 21': definePlainAction({
    undoneBy: underAge,
    pastTense: 'took back that it is kept for somebody under 21',
    conflictsWith: ['no longer kept for somebody under 21'],
    keeps: null,
    run: async ({ row }) => (isMarked(row) ? { kind: 'done' } : refused()),
  }),
};
