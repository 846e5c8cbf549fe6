import { formAction } from '#app/forms/form-action.ts';
import { loadFormStyles } from '#app/forms/form-styles.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import { submitForm } from '#app/forms/submit-form.ts';
import type { PageHandle } from '#app/ui/page-modules.ts';
import { contactPage } from '#content/pages/contact.ts';
import { contact } from '#forms/contact.ts';
import type { Route } from './+types/contact-page.ts';
import { ContactCards } from './contact-cards.tsx';
import { OfficeMap } from './office-map.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { businessData } from './structured-data.ts';

export const meta: Route.MetaFunction = () => pageMeta(contactPage, [businessData()]);

export const handle: PageHandle = { load: loadFormStyles };

export const action = (args: Route.ActionArgs) => formAction(contact, args);

export const clientAction = (args: Route.ClientActionArgs) => submitForm(contact, args);

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
