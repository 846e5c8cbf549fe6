import type { ReactNode } from 'react';
import { Pictogram, type PictogramName } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

export function ContactCards() {
  return (
    <section className="rail band stack" aria-labelledby="reach-title">
      <h2 id="reach-title">Reach us</h2>
      <ul className="contact-cards">
        <ContactCard pictogram="phone" title="24/7 Helpline">
          <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>
          <p>Open {site.hours}.</p>
        </ContactCard>
        <ContactCard pictogram="mail" title="General Enquiries">
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </ContactCard>
        <ContactCard pictogram="chat" title="WhatsApp">
          <a href={site.whatsapp.href} target="_blank" rel="noopener noreferrer">
            {site.whatsapp.display}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <p>WhatsApp receives your IP address.</p>
        </ContactCard>
        <ContactCard pictogram="pin" title="Office Address">
          <address>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </ContactCard>
      </ul>
    </section>
  );
}

function ContactCard({ pictogram, title, children }: { pictogram: PictogramName; title: string; children: ReactNode }) {
  return (
    <li className="card card-drawn contact-card">
      <Pictogram name={pictogram} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
