import { useRef } from 'react';
import { Link, type LinkProps, NavLink, type NavLinkProps, useLocation, useResolvedPath } from 'react-router';
import { usePageModules } from './page-modules.ts';

/** A link to another page of the site: animated when the path changes, and fetched as soon as a finger comes near. */
export function PageLink(props: LinkProps) {
  return <Link discover="none" {...usePageLink(props.to)} {...props} />;
}

/** A link in a navigation, marked with aria-current="page" on its own page. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink discover="none" end {...usePageLink(props.to)} {...props} />;
}

/** A pointer that rests on a link for this long probably means it. Milliseconds. */
const restMs = 100;

function usePageLink(to: LinkProps['to']) {
  const { pathname } = useResolvedPath(to);
  const changesPath = pathname !== useLocation().pathname;
  const pages = usePageModules();
  const timer = useRef(0);

  function approach() {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void pages?.load(pathname), restMs);
  }

  function leave() {
    clearTimeout(timer.current);
  }

  return {
    viewTransition: changesPath,
    onMouseEnter: approach,
    onFocus: approach,
    onTouchStart: approach,
    onMouseLeave: leave,
    onBlur: leave,
  };
}
