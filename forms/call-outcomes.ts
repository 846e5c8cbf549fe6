/** How an attempt to make contact can end, in the order of the desk's keys 1 to 4. */
export const callOutcomes = ['spoke', 'no-answer', 'left-message', 'wrong-number'] as const;

/** Those of one call alone: nobody speaks to twelve people at once, nor leaves them a message. */
export const ofOneCall: readonly string[] = ['spoke', 'left-message'] satisfies (typeof callOutcomes)[number][];
