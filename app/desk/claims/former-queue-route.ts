import { redirect } from 'react-router';
import type { Route } from './+types/former-queue-route.ts';

/** The address of the queue in emails: it is the desk's first page. */
export function loader({ request }: Route.LoaderArgs) {
  throw redirect(`/desk${new URL(request.url).search}`);
}
