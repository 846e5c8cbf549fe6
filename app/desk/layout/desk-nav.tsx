import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Role } from '#server/people/staff/staff-member.ts';
import { type DeskLink, deskLinks, isBelow, mayOpen } from './desk-links.ts';

/** The links of the header. Those for owners alone, whom few days need, are folded away, so that the search has room. */
export function DeskNav({ role, unsorted }: { role: Role; unsorted: number }) {
  return (
    <nav className="desk-nav" aria-label="Desk">
      <ul>
        {deskLinks
          .filter(({ owner }) => !owner)
          .map((link) => (
            <LinkItem key={link.to} {...link} />
          ))}
        {unsorted > 0 && (
          <li>
            <NavLink to="/desk/unsorted">Unsorted: {unsorted}</NavLink>
          </li>
        )}
      </ul>
      <MoreLinks links={deskLinks.filter(({ owner, to }) => owner && mayOpen(role, to))} />
    </nav>
  );
}

/** It works without JavaScript. With it Escape closes it, as do a press elsewhere, the focus elsewhere and a link, also to the page itself. */
function MoreLinks({ links }: { links: DeskLink[] }) {
  const { pathname, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    function press({ target }: PointerEvent) {
      if (details.current && !details.current.contains(target as Node)) details.current.open = false;
    }
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, []);

  if (links.length === 0) return null;
  return (
    <details key={key} ref={details} className="desk-more" onKeyDown={closeOnEscape} onBlur={closeOnceLeft}>
      <summary aria-current={links.some(({ to }) => isBelow(to, pathname)) || undefined}>More</summary>
      <ul>
        {links.map((link) => (
          <LinkItem key={link.to} {...link} />
        ))}
      </ul>
    </details>
  );
}

function LinkItem({ to, label, dataKey }: DeskLink) {
  return (
    <li>
      <NavLink to={to} end={to === '/desk'} data-key={dataKey} aria-keyshortcuts={dataKey}>
        {label}
      </NavLink>
    </li>
  );
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

/** Safari gives the focus to nothing when a link is pressed; the link must still be there for the click. */
function closeOnceLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}
