import { aboutPage } from './pages/about.ts';
import { complaintsPage } from './pages/complaints.ts';
import { contactPage } from './pages/contact.ts';
import { faqPage } from './pages/faq.ts';
import { homePage } from './pages/home.ts';
import { makeAClaimPage } from './pages/make-a-claim.ts';
import { notFoundPage } from './pages/not-found.ts';
import { partnersPage } from './pages/partners.ts';
import { reviewsPage } from './pages/reviews.ts';
import { servicesPage } from './pages/services.ts';
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
