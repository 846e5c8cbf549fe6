/**
 * Phrases of mass mailings that no claim, partner or customer needs. They match whole words only: "specialist" contains a drug's
 * name, Escort is a car, people ask for a loan car, and a taxi stands at a rank.
 */
const phrases = [
  'seo (?:services?|agency|expert|packages?|audit)',
  'search engine optimi[sz]ation',
  '(?:first|top) page of google',
  'page one of google',
  '(?:rank|ranks|ranking) (?:your|on google|higher)',
  'backlinks?',
  'guest posts?',
  'domain authority',
  '(?:more|increase|boost) (?:your )?(?:web|website|site) traffic',
  'boost your (?:sales|traffic|rankings?|visibility)',
  'website (?:redesign|design services)',
  'explainer video',
  'bulk e-?mails?',
  'crypto(?:currency)? (?:investments?|trading|wallet|profits?)',
  '(?:buy|invest in|free|earn) bitcoins?',
  'bitcoin (?:investments?|trading|wallet|profits?)',
  'binary options',
  'forex (?:trading|signals?)',
  'passive income',
  '(?:make|earn) (?:easy |fast |extra )?(?:money|cash) (?:online|from home)',
  'online casinos?',
  'casino bonus(?:es)?',
  'free spins',
  'sports betting',
  'viagra',
  'cialis',
  'levitra',
  'online pharmacy',
  'cheap (?:pills|meds|medications?)',
  'adult dating',
  'replica watches',
  'unsecured (?:business )?loans?',
  'merchant cash advance',
  'next of kin inheritance',
  'you have won',
];

export const spamTerms = new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'i');
