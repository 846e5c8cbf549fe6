import type { TitledText } from './types.ts';

export const partnerPitch = 'We work with garages and taxi operators around Leeds.';

export const benefits: TitledText[] = [
  { title: 'One name to ring', text: 'Your customer talks to the same person from the first call to the last letter.' },
  { title: 'No bought-in leads', text: 'We ring nobody who has not asked us to.' },
];
