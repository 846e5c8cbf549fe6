import { redirect } from 'react-router';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/preview-route.ts';
import { readSiteForm } from './read-site-form.ts';

/** What cannot be posted again leads back to the form. */
export const loader = () => redirect('/desk/site');

/** POST /desk/site/preview: a public page as it would be with what was typed. Nothing is stored, and nobody else sees it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { desk, preview } = deskServices(context);
  const staff = staffOf(context);
  const given = await request.formData();
  const site = await allow(desk.site(staff));
  const { changes, problems } = await allow(desk.checkSite(staff, readSiteForm(given, site).typed));
  if (problems.length > 0) return inWords(`This cannot be published:\n\n${problems.join('\n')}`);
  const { path, title } = site.pages.find((page) => page.path === given.get('page')) ?? { path: '/', title: 'Home' };
  const isOff = changes.servicesOff?.some((slug) => path === `/services/${slug}`);
  if (isOff) return inWords(`The page “${title}” would be gone, because its service is switched off. Preview another one.`);
  return preview(changes, path);
}

function inWords(words: string): Response {
  return new Response(`${words}\n`, { status: 422, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
