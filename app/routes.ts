import { readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The one map of URLs. */
export default [
  layout('site/site-layout.tsx', [
    index('site/home-page.tsx'),
    ...sitePages(),
    ...pagesOf('services'),
    ...pagesOf('guides'),
    route('roadside', 'site/roadside-page.tsx'),
    route('*', 'site/not-found-page.tsx'),
  ]),
  layout('claimant/claimant-layout.tsx', [route('your-claim', 'claimant/your-claim-page.tsx')]),
  route('your-claim/copy', 'claimant/copy-route.ts'),
  layout('desk/auth/sign-in-layout.tsx', [
    route('desk/sign-in', 'desk/auth/sign-in-page.tsx'),
    route('desk/sign-in/code', 'desk/auth/code-page.tsx'),
    route('desk/sign-in/again', 'desk/auth/sign-in-again-route.ts'),
    route('desk/join', 'desk/auth/join-page.tsx'),
    route('desk/second-factor', 'desk/auth/second-factor-page.tsx'),
    route('desk/forgotten', 'desk/auth/forgotten-page.tsx'),
    route('desk/new-password', 'desk/auth/new-password-page.tsx'),
  ]),
  layout('desk/layout/desk-layout.tsx', [
    layout('desk/layout/desk-screens.tsx', [
      layout('desk/claims/workbench.tsx', [
        route('desk', 'desk/claims/queue-page.tsx'),
        route('desk/many', 'desk/claims/many-page.tsx'),
        route('desk/submissions/:id', 'desk/claims/submission-page.tsx'),
      ]),
      route('desk/all', 'desk/inbox/all-page.tsx'),
      route('desk/unsorted', 'desk/inbox/unsorted-page.tsx'),
      route('desk/queue', 'desk/claims/former-queue-route.ts'),
      route('desk/queue/next', 'desk/claims/next-route.ts'),
      route('desk/new', 'desk/new-claim/new-claim-page.tsx'),
      route('desk/new/matches', 'desk/new-claim/matches-route.ts'),
      route('desk/submissions/:id/answers', 'desk/claims/correct-page.tsx'),
      route('desk/submissions/:id/merge', 'desk/claims/merge-page.tsx'),
      route('desk/submissions/:id/reply', 'desk/claims/reply-page.tsx'),
      route('desk/submissions/:id/evidence.zip', 'desk/claims/evidence-zip-route.ts'),
      route('desk/evidence/:id/:version', 'desk/claims/evidence-file-route.ts'),
      route('desk/emails/:id', 'desk/claims/raw-email-route.ts'),
      route('desk/responses', 'desk/reports/responses-page.tsx'),
      route('desk/responses/list', 'desk/reports/responses-list-page.tsx'),
      ...listFiles('desk/responses', 'desk/reports/responses-file-route.ts'),
      route('desk/sources', 'desk/sources/sources-page.tsx'),
      ...listFiles('desk/sources', 'desk/sources/sources-file-route.ts'),
      route('desk/partner-links', 'desk/sources/partner-links-page.tsx'),
      route('desk/partner-links/:id', 'desk/sources/partner-card-page.tsx'),
      route('desk/people', 'desk/privacy/people-page.tsx'),
      route('desk/people/export', 'desk/privacy/export-route.ts'),
      route('desk/erase', 'desk/privacy/erase-page.tsx'),
      ...listFiles('desk/list', 'desk/inbox/list-file-route.ts'),
      route('desk/events', 'desk/layout/events-route.ts'),
      route('desk/search', 'desk/layout/search-route.ts'),
      route('desk/typing', 'desk/layout/typing-route.ts'),
      route('desk/push', 'desk/layout/push-route.ts'),
      route('desk/ringing', 'desk/layout/ringing-route.ts'),
      route('desk/account', 'desk/settings/account-page.tsx'),
      route('desk/account/authenticator', 'desk/settings/authenticator-page.tsx'),
      route('desk/account/passkey', 'desk/settings/passkey-page.tsx'),
      route('desk/account/recovery-codes', 'desk/settings/recovery-codes-page.tsx'),
      route('desk/staff', 'desk/settings/staff-page.tsx'),
      route('desk/site', 'desk/site/site-page.tsx'),
      route('desk/site/preview', 'desk/site/preview-route.ts'),
      route('desk/audit', 'desk/reports/audit-page.tsx'),
      route('desk/background', 'desk/reports/background-page.tsx'),
      route('desk/sign-out', 'desk/layout/sign-out.tsx'),
      route('desk/*', 'desk/layout/unknown-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig;

/** A list as a file of each format. */
function listFiles(path: string, file: string) {
  return ['csv', 'xlsx'].map((format) => route(`${path}.${format}`, file, { id: `${path}.${format}` }));
}

/** A page whose title and first lines are in content/pages/NAME-head.ts is app/site/NAME-page.tsx, at /NAME. */
function sitePages() {
  const names = filesIn('pages').map((file) => file.replace('-head.ts', ''));
  return names.filter((name) => !['home', 'not-found'].includes(name)).map((name) => route(name, `site/${name}-page.tsx`));
}

/** Each service and each guide of the content is a page of the same name. */
function pagesOf(folder: 'services' | 'guides') {
  const fromHere = relative(import.meta.dirname, contentFolder(folder)).replaceAll('\\', '/');
  return filesIn(folder).map((file) => route(`${folder}/${file.replace('.md', '')}`, `${fromHere}/${file}`));
}

function filesIn(folder: string): string[] {
  return readdirSync(contentFolder(folder)).toSorted();
}

function contentFolder(folder: string): string {
  return realpathSync(join(import.meta.dirname, '../.content', folder));
}
