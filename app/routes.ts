import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The one map of URLs. */
export default [
  layout('site/site-layout.tsx', [
    index('site/home-page.tsx'),
    route('about', 'site/about-page.tsx'),
    route('services', 'site/services-page.tsx'),
    route('services/pco-phv-taxi-claims', 'site/pco-phv-taxi-claims-page.tsx'),
    route('services/credit-hire', 'site/credit-hire-page.tsx'),
    route('services/vehicle-repair', 'site/vehicle-repair-page.tsx'),
    route('services/legal-support', 'site/legal-support-page.tsx'),
    route('services/personal-injury', 'site/personal-injury-page.tsx'),
    route('services/loss-of-earnings', 'site/loss-of-earnings-page.tsx'),
    route('services/vehicle-recovery', 'site/vehicle-recovery-page.tsx'),
    route('services/emergency-response', 'site/emergency-response-page.tsx'),
    route('make-a-claim', 'site/make-a-claim-page.tsx'),
    route('partners', 'site/partners-page.tsx'),
    route('complaints', 'site/complaints-page.tsx'),
    route('faq', 'site/faq-page.tsx'),
    route('contact', 'site/contact-page.tsx'),
    route('reviews', 'site/reviews-page.tsx'),
    route('*', 'site/not-found-page.tsx'),
  ]),
] satisfies RouteConfig;
