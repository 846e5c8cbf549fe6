import { redirect } from 'react-router';
import type { Route } from './+types/former-queue-route.ts';

/** The queue was at an address of its own before it became the desk's first page. */
export function loader({ request }: Route.LoaderArgs) {
  throw redirect(`/desk${new URL(request.url).search}`);
}
