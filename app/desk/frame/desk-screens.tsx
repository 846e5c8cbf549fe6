import { Outlet } from 'react-router';

/** Stands between the header and the screens, so that the header stays where a screen cannot be shown. */
export default function DeskScreens() {
  return <Outlet />;
}

export { Trouble as ErrorBoundary } from './desk-trouble.tsx';
