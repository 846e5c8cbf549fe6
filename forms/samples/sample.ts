/** One submission as it is typed and sent, for tests. */
export type Sample = {
  formName: string;
  /** What is special about it. */
  shows: string;
  data: Record<string, string>;
};
