import { BrandMark } from '#app/ui/brand-mark.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';
import { helplineLabel } from '#content/stated-hours.ts';
import { hasLongBrand } from '#content/switches.ts';
import longBrandStyles from './long-brand.css?inline';
import { MainNavigation } from './main-navigation.tsx';
import { MobileMenu } from './mobile-menu.tsx';

export function Header() {
  return (
    <header className="site-header" lang="en-GB">
      {hasLongBrand && (
        <style href="long-brand" precedence="app">
          {longBrandStyles}
        </style>
      )}
      <div className="top-bar">
        <div className="container top-bar-row">
          <a href={`tel:${site.helpline.tel}`}>
            <Pictogram name="phone" className="icon" />
            <span className="top-bar-wide">{helplineLabel}</span> <strong>{site.helpline.display}</strong>
          </a>
          <a href="/roadside" className="top-bar-roadside">
            Just happened?
          </a>
          <a href={`mailto:${site.email}`} className="top-bar-email">
            <Pictogram name="mail" className="icon" />
            {site.email}
          </a>
          <a href={site.whatsapp.href} target="_blank" rel="noopener noreferrer" className="top-bar-chat">
            <Pictogram name="chat" className="icon" />
            <span className="top-bar-chat-label">WhatsApp</span>
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </div>
      </div>
      <div className="container main-bar">
        <a href="/" className="brand">
          <BrandMark />
          {site.brand}
        </a>
        <MainNavigation />
        <a href="/make-a-claim" className="button button-action main-bar-cta">
          Make a Claim
        </a>
        <MobileMenu />
      </div>
    </header>
  );
}
