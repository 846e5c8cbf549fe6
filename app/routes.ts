import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getAppDirectory, index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The one map of URLs. */
export default [
  layout('site/site-layout.tsx', [
    index('site/home-page.tsx'),
    route('about', 'site/about-page.tsx'),
    route('services', 'site/services-page.tsx'),
    ...serviceRoutes(),
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
    layout('desk/frame/desk-screens.tsx', [
      route('desk', 'desk/inbox/inbox-page.tsx'),
      route('desk/submissions/:id', 'desk/submission/submission-page.tsx'),
      route('desk/promises', 'desk/promises/promises-page.tsx'),
      route('desk/people', 'desk/people/people-page.tsx'),
      route('desk/people/export', 'desk/people/export-route.ts'),
      route('desk/erase', 'desk/people/erase-page.tsx'),
      route('desk/list.csv', 'desk/inbox/list-csv-route.ts'),
      route('desk/events', 'desk/live/events-route.ts'),
      route('desk/account', 'desk/account/account-page.tsx'),
      route('desk/account/authenticator', 'desk/account/authenticator-page.tsx'),
      route('desk/account/recovery-codes', 'desk/account/recovery-codes-page.tsx'),
      route('desk/colleagues', 'desk/colleagues/colleagues-page.tsx'),
      route('desk/audit', 'desk/audit/audit-page.tsx'),
      route('desk/jobs', 'desk/jobs/jobs-page.tsx'),
      route('desk/sign-out', 'desk/frame/sign-out.tsx'),
      route('desk/*', 'desk/frame/unknown-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig;

/** Each file in content/services has a page of the same name. */
function serviceRoutes() {
  const files = readdirSync(join(getAppDirectory(), '../content/services')).toSorted();
  return files.map((file) => file.replace('.md', '')).map((name) => route(`services/${name}`, `site/${name}-page.tsx`));
}
