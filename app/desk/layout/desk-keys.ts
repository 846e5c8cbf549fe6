/** The keys of the desk, for the help and the account page. Elements have theirs as `data-key`. */
export const deskKeys = [
  ['j', 'Open the next claim of the queue'],
  ['k', 'Open the one before'],
  ['c', 'Call the sender'],
  ['o', 'Type what was said, and when next; Enter records that you spoke'],
  ['1 to 6', 'Record how the call ended: spoke, no answer, left a message, wrong number, not for us, done'],
  ['Esc', 'Leave a field, so that letters are keys again'],
  ['e', 'Correct or fill in answers'],
  ['n', 'Enter a new claim'],
  ['r', 'Write an email to the sender'],
  ['d', 'Choose files to add'],
  ['t', 'Take the claim: make it yours'],
  ['a', 'Assign it: choose who, and type a note; Enter assigns it'],
  ['x', 'Choose the row that has the focus, or the open claim, to do the same to several'],
  ['u', 'Undo what was just done'],
  ['/', 'Search all claims'],
  ['?', 'Show these keys'],
] as const;
