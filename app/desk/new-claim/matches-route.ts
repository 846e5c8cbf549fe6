import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/matches-route.ts';

/** The claims with a phone number or registration that somebody types. It is a post, so that no address or log has them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 100);
  const { desk } = deskServices(context);
  return allow(desk.matches(staffOf(context), { phone: text('phone'), registration: text('registration') }));
}
