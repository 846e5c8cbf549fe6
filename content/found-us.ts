/**
 * An optional question at the end of the claim form. It is asked where `isAsked` is true. A claim keeps the value of an answer, so change
 * labels rather than values.
 */
export const foundUs: { isAsked: boolean; label: string; options: { value: string; label: string }[] } = {
  isAsked: false,
  label: 'How did you find us?',
  options: [
    { value: 'search', label: 'A search engine' },
    { value: 'friend', label: 'A friend or relative' },
    { value: 'taxi-operator', label: 'A taxi operator' },
    { value: 'garage', label: 'A body shop or garage' },
    { value: 'insurer', label: 'An insurer or broker' },
    { value: 'card', label: 'A leaflet or card' },
    { value: 'other', label: 'Something else' },
  ],
};
