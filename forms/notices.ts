/** The notices of the specification's error catalogue, verbatim. */
export const notices = {
  success: {
    title: '✅ Submission Successful!',
    description: 'Thank you! We have received your message and will be in touch shortly.',
  },
  failure: {
    title: 'Uh oh! Something went wrong.',
    fallback: 'There was a problem with your submission. Please try again.',
    email: (message: string) => `Email could not be sent: ${message}`,
  },
  invalidEmail: { title: 'Invalid Email', description: 'Please enter a valid email address.' },
  featureInProgress: {
    title: 'Feature in Progress',
    description: 'This feature is not implemented yet. Please call or email us.',
  },
};

/** Those about accounts, which the scripts of forms do not carry. */
export const accountNotices = {
  signUpFailed: { title: 'Sign up Failed', fallback: 'Something went wrong' },
  signInFailed: { title: 'Sign in Failed', fallback: 'Something went wrong' },
  signOutFailed: { title: 'Sign out Failed', fallback: 'Something went wrong' },
};
