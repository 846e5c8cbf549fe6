/** What a member of staff reads when something at the door does not go through. None tells whether an account exists. */
export const words = {
  wrong: 'The email or the password is not right. Check both and try again.',
  wrongCode: 'That code is not right. Check the time on your phone and type the newest code.',
  usedCode: 'That code was used already. Wait for the next one.',
  wrongRecoveryCode: 'That recovery code is not right, or was used before.',
  secondStepOver: 'The second step took too long, or had too many tries. Sign in again.',
  locked: (minutes: number) =>
    `Too many tries. Wait ${minutes} minutes and try again, or choose a new password by "Forgotten your password?".`,
  tooManyFromAddress: (seconds: number) => `Too many tries from your internet connection. Wait ${seconds} seconds and try again.`,
  tooManyRefusals: (seconds: number) =>
    `Your account does not allow this, and has asked for it many times. Wait ${seconds} seconds, and ask an owner of the desk.`,
  tryAgain: 'Something has changed meanwhile. Sign in once more.',
  changedMeanwhile: 'Something has changed meanwhile. Try once more.',
  otherSecret:
    'This server cannot read your second factor: its AUTH_SECRET is not the one that it was set up with. Tell whoever runs the server.',
  noInvitation: 'This invitation was used or has run out. Ask the owner of the desk for another.',
  invitationGone: 'That invitation was used or withdrawn already.',
  noReset: 'This link was used or has run out. Ask for another.',
  nameMissing: 'Enter your name.',
  wrongPassword: 'That password is not right.',
  notSetUp: 'That took too long, or was finished elsewhere. Start again, and scan the new code.',
  noEmail: 'Enter an email address.',
  emailTaken: 'There is an account for this address already.',
  sameEmail: 'That is your address already.',
} as const;
