import { PageLink } from '#app/ui/page-link.tsx';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { PageHero } from './page-hero.tsx';

export const meta = () => [
  { title: `${pages.notFound.title} | ${site.brand}` },
  { name: 'description', content: pages.notFound.description },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return (
    <PageHero page={pages.notFound}>
      <p className="hero-actions">
        <PageLink to="/" className="button button-now">
          Go Back to Homepage
        </PageLink>
      </p>
    </PageHero>
  );
}
