import type { ReactNode } from 'react';
import { formAction } from '#app/forms/form-action.ts';
import { Pictogram, type PictogramName } from '#app/ui/pictogram.tsx';
import { callingHours } from '#content/calling-hours.ts';
import { closedDaysText } from '#content/opening-hours.ts';
import { contactPage } from '#content/pages/contact-head.ts';
import { languages } from '#content/roadside/languages.ts';
import { site } from '#content/site.ts';
import { isAlwaysOpen, openHours } from '#content/stated-hours.ts';
import { contact } from '#forms/contact.ts';
import { londonIsoDate } from '#forms/london-day.ts';
import type { Route } from './+types/contact-page.ts';
import styles from './contact-styles.css?inline';
import { FormIsland } from './form-island.tsx';
import { OfficeMap } from './office-map.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { contactData } from './structured-data.ts';

export const meta: Route.MetaFunction = () => pageMeta(contactPage, [contactData()]);

export const action = (args: Route.ActionArgs) => formAction(contact, args);

export default function ContactPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <style href="contact" precedence="app">
        {styles}
      </style>
      <PageHero page={contactPage} />
      <ContactCards />
      <section className="section section-surface" aria-labelledby="message-title">
        <div className="container split">
          <h2 id="message-title">Send Us a Message</h2>
          <FormIsland name={contact.name} posted={actionData} />
        </div>
      </section>
      <OfficeMap />
    </>
  );
}

/** "Polish, Romanian and Urdu". */
const otherLanguages = new Intl.ListFormat('en-GB').format(languages.slice(1).map(({ englishName }) => englishName));

const [mailbox, domain] = site.email.split('@');

function ContactCards() {
  const closed = closedDaysText(callingHours, londonIsoDate(Date.now()));
  return (
    <section className="container section stack" aria-labelledby="reach-title">
      <h2 id="reach-title">Reach us</h2>
      <ul className="grid-four">
        <ContactCard pictogram="phone" title={isAlwaysOpen ? '24/7 Helpline' : 'Helpline'}>
          <a id="call" href={`tel:${site.helpline.tel}`}>
            {site.helpline.display}
          </a>
          <p>Open {openHours}. With Relay UK, dial 18001 first.</p>
          {closed !== null && <p>Closed on {closed}.</p>}
        </ContactCard>
        <ContactCard pictogram="mail" title="General Enquiries">
          <a href={`mailto:${site.email}`}>
            {mailbox}
            <wbr />@{domain}
          </a>
        </ContactCard>
        <ContactCard pictogram="chat" title="WhatsApp">
          <a href={site.whatsapp.href} target="_blank" rel="noopener noreferrer">
            {site.whatsapp.display}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <p>WhatsApp receives your number, your messages and your IP address.</p>
        </ContactCard>
        <ContactCard pictogram="pin" title="Office Address">
          <address>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </ContactCard>
      </ul>
      <p>
        Still at the scene? Our <a href="/roadside">roadside page</a> is also in {otherLanguages}.
      </p>
    </section>
  );
}

function ContactCard({ pictogram, title, children }: { pictogram: PictogramName; title: string; children: ReactNode }) {
  return (
    <li className="card card-with-pictogram contact-card">
      <Pictogram name={pictogram} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
