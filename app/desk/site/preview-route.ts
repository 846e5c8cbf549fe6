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
  if (problems.length > 0)
    return new Response(`This cannot be published:\n\n${problems.join('\n')}\n`, {
      status: 422,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  const path = site.pages.find((page) => page.path === given.get('page'))?.path ?? '/';
  return preview(changes, path);
}
