import type { ActionFunctionArgs, ClientActionFunctionArgs } from 'react-router';
import { loadFormStyles } from '#app/forms/form-styles.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import { receive } from '#app/forms/receive.ts';
import { send } from '#app/forms/send.ts';
import type { PageHandle } from '#app/ui/page-modules.ts';
import { contactPage } from '#content/pages/contact.ts';
import { contact } from '#forms/contact.ts';
import { ContactCards } from './contact-cards.tsx';
import { OfficeMap } from './office-map.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { businessData } from './structured-data.ts';

export const meta = () => pageMeta(contactPage, [businessData()]);

export const handle: PageHandle = { load: loadFormStyles };

export const action = (args: ActionFunctionArgs) => receive(contact, args);

export const clientAction = async ({ request }: ClientActionFunctionArgs) => send(contact, await request.formData());

export default function ContactPage() {
  return (
    <>
      <PageHero page={contactPage} />
      <ContactCards />
      <section className="band band-surface" aria-labelledby="message-title">
        <div className="rail split">
          <h2 id="message-title">Send Us a Message</h2>
          <LeadForm form={contact} />
        </div>
      </section>
      <OfficeMap />
    </>
  );
}
