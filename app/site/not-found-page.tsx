import { PageLink } from '#app/ui/page-link.tsx';
import { notFoundPage } from '#content/pages/not-found.ts';
import { site } from '#content/site.ts';
import { PageHero } from './page-hero.tsx';

export const meta = () => [
  { title: `${notFoundPage.title} | ${site.brand}` },
  { name: 'description', content: notFoundPage.description },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return (
    <PageHero page={notFoundPage}>
      <p className="hero-actions">
        <PageLink to="/" className="button button-now">
          Go Back to Homepage
        </PageLink>
      </p>
    </PageHero>
  );
}
