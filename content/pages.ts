import { aboutPage } from '#content/pages/about-head.ts';
import { complaintsPage } from '#content/pages/complaints-head.ts';
import { contactPage } from '#content/pages/contact-head.ts';
import { faqPage } from '#content/pages/faq-head.ts';
import { homePage } from '#content/pages/home-head.ts';
import { makeAClaimPage } from '#content/pages/make-a-claim-head.ts';
import { notFoundPage } from '#content/pages/not-found-head.ts';
import { partnersPage } from '#content/pages/partners-head.ts';
import { reviewsPage } from '#content/pages/reviews-head.ts';
import { servicesPage } from '#content/pages/services-head.ts';
import type { PageContent } from './types.ts';

/** Every page but the services. Pages import their own file, so that none carries the words of the others. */
export const pages = {
  home: homePage,
  about: aboutPage,
  services: servicesPage,
  makeAClaim: makeAClaimPage,
  partners: partnersPage,
  complaints: complaintsPage,
  faq: faqPage,
  contact: contactPage,
  reviews: reviewsPage,
  notFound: notFoundPage,
} satisfies Record<string, PageContent>;
