/** One thing that speaks for a program. The reason is kept with the submission and holds none of its words. */
export type Sign = { score: number; reason: string };

/** From here on a submission is set aside. A sign of this weight is proof alone; the others must come together. */
export const proof = 4;
