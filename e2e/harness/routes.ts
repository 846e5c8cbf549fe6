/** The specification's route table. */
export const services = [
  '/services/pco-phv-taxi-claims',
  '/services/credit-hire',
  '/services/vehicle-repair',
  '/services/legal-support',
  '/services/personal-injury',
  '/services/loss-of-earnings',
  '/services/vehicle-recovery',
  '/services/emergency-response',
];

export const routes = [
  '/',
  '/about',
  '/services',
  ...services,
  '/make-a-claim',
  '/partners',
  '/complaints',
  '/faq',
  '/contact',
  '/reviews',
];

export const nowhere = '/no-such-page';
