/** What somebody is told whose claim was closed, by email and on the claim's page, after the reason that the handler gives. */
export const afterClosing = [
  "Closing it does not end any right to claim that you have. Your own insurer, the other driver's insurer or a solicitor can still help, and legal time limits keep running.",
  'It does not end an agreement that you signed.',
];
