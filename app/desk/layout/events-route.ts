import type { LoaderFunctionArgs } from 'react-router';
import { deskServices, fileAnswer, staffOf } from './route-context.ts';

/** GET /desk/events: server-sent events `change`, `beat` every thirty seconds, and `over` when the session has ended. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { desk, auth, ask } = deskServices(context);
  const staff = staffOf(context);
  const isStillIn = async () => {
    const visit = await auth.read(ask, { active: false });
    return visit.kind === 'staff' && visit.staff.id === staff.id;
  };
  return fileAnswer(request, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }, () => desk.events(isStillIn));
}
