/**
 * What the search for a person does not look through, so that what it finds is not the whole answer to a request for their data: it knows
 * the exact address or number of who sent a form.
 */
export const notSearched = [
  'what other people sent that names this person: as a witness, a passenger or the other driver',
  'emails that are not with a claim',
  'the mailboxes of the team',
  'WhatsApp, text messages and call recordings on phones',
  'what was erased and is still in backups',
] as const;
