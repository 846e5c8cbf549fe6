import { PageLink } from '#app/ui/page-link.tsx';
import type { PageAddress } from '#content/types.ts';

/** Beside a text: the pages that say more. */
export function RelatedPages({ title, pages }: { title: string; pages: PageAddress[] }) {
  if (pages.length === 0) return null;
  return (
    <nav className="card stack" aria-labelledby="related">
      <h2 id="related">{title}</h2>
      <ul className="stack">
        {pages.map(({ title, href }) => (
          <li key={href}>
            <PageLink to={href}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
