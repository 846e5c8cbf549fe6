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
  layout('desk/door/door-layout.tsx', [
    route('desk/sign-in', 'desk/door/sign-in-page.tsx'),
    route('desk/sign-in/code', 'desk/door/code-page.tsx'),
    route('desk/join', 'desk/door/join-page.tsx'),
    route('desk/second-factor', 'desk/door/second-factor-page.tsx'),
    route('desk/forgotten', 'desk/door/forgotten-page.tsx'),
    route('desk/new-password', 'desk/door/new-password-page.tsx'),
  ]),
  layout('desk/frame/desk-layout.tsx', [
    route('desk', 'desk/inbox/inbox-page.tsx'),
    route('desk/submissions/:id', 'desk/submission/submission-page.tsx'),
    route('desk/promises', 'desk/promises/promises-page.tsx'),
    route('desk/account', 'desk/account/account-page.tsx'),
    route('desk/colleagues', 'desk/colleagues/colleagues-page.tsx'),
    route('desk/audit', 'desk/audit/audit-page.tsx'),
    route('desk/sign-out', 'desk/frame/sign-out-route.tsx'),
    route('desk/*', 'desk/frame/unknown-page.tsx'),
  ]),
] satisfies RouteConfig;
