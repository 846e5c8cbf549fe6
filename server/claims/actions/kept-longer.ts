import { definePlainAction, refused } from './define-action.ts';
import { keptLonger, markOf } from './kept.ts';

const isMarked = (row: Parameters<typeof markOf>[0]) => markOf(row, { name: keptLonger, columns: null }) !== null;

/**
 * Somebody who was hurt as a child can go to court until the 21st birthday, and an adult who cannot run a claim for as long as that is
 * so: either may be later than the retention period. No form asks for it, so that a person says it.
 */
export const keptLongerActions = {
  [keptLonger]: definePlainAction({
    undoneBy: 'no longer kept longer',
    pastTense: 'marked it as kept longer',
    conflictsWith: [keptLonger],
    keeps: {
      title: 'Kept longer',
      columns: null,
      onClaimantsPage: 'We keep your claim for as long as somebody who was hurt can still go to court.',
      tells: () => null,
    },
    run: async ({ row }) => (isMarked(row) ? refused() : { kind: 'done' }),
  }),

  'no longer kept longer': definePlainAction({
    undoneBy: keptLonger,
    pastTense: 'took back that it is kept longer',
    conflictsWith: ['no longer kept longer'],
    keeps: null,
    run: async ({ row }) => (isMarked(row) ? { kind: 'done' } : refused()),
  }),
};
