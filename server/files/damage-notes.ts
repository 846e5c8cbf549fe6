/** What is kept of a picture that did not come whole, or cannot be read. Its claimant, who may still have it whole, is asked for it again. */
export const damageNotes = {
  incomplete: 'It may be incomplete: the file ends too soon, or part of it is damaged.',
  damaged: 'It is damaged.',
  unread: 'It is damaged, or too large to read.',
};
