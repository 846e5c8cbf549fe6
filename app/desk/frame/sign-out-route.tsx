import { redirect } from 'react-router';

export { action, clientAction } from './sign-out.tsx';

/** Signing out changes something, so a link does not do it. */
export function loader() {
  throw redirect('/desk');
}

/** React Router runs a clientAction only for routes that have a screen. */
export default function SignOutRoute() {
  return null;
}
