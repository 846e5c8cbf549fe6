import { aboutPage } from './pages/about-head.ts';
import { complaintsPage } from './pages/complaints-head.ts';
import { contactPage } from './pages/contact-head.ts';
import { faqPage } from './pages/faq-head.ts';
import { guidesPage } from './pages/guides-head.ts';
import { homePage } from './pages/home-head.ts';
import { makeAClaimPage } from './pages/make-a-claim-head.ts';
import { notFoundPage } from './pages/not-found-head.ts';
import { partnersPage } from './pages/partners-head.ts';
import { reviewsPage } from './pages/reviews-head.ts';
import { servicesPage } from './pages/services-head.ts';
import { english } from './roadside/en.ts';
import type { PageContent } from './types.ts';

/** Every page but the services and the guides. Pages import their own file, so that none carries the words of the others. */
export const pages = {
  home: homePage,
  about: aboutPage,
  services: servicesPage,
  guides: guidesPage,
  makeAClaim: makeAClaimPage,
  roadside: english.page,
  partners: partnersPage,
  complaints: complaintsPage,
  faq: faqPage,
  contact: contactPage,
  reviews: reviewsPage,
  notFound: notFoundPage,
} satisfies Record<string, PageContent>;
