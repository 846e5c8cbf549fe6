import { Link, type LinkProps, NavLink, type NavLinkProps, useLocation, useResolvedPath } from 'react-router';

/** A link to another page of the site: animated when the path changes, and fetched as soon as a finger comes near. */
export function PageLink(props: LinkProps) {
  return <Link prefetch="intent" discover="none" viewTransition={useChangesPath(props.to)} {...props} />;
}

/** The same, marked with aria-current="page" on its own page. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink prefetch="intent" discover="none" end viewTransition={useChangesPath(props.to)} {...props} />;
}

function useChangesPath(to: LinkProps['to']): boolean {
  return useResolvedPath(to).pathname !== useLocation().pathname;
}
