import { beforeAll } from 'vitest';
import type { TestStaff } from '#testing/create-test-staff.ts';
import { type PageOptions, ready } from './browser.ts';
import { jsonPost } from './request.ts';
import { ownServers, setupJourney } from './setup.ts';
import { addSession, createStaff } from './staff.ts';
import { readStore } from './store.ts';

/** The stage with a desk on it: an owner, a handler, and what their journeys begin with. */
export function setupDeskJourney() {
  const journey = setupJourney(ownServers);
  let owner: TestStaff;
  let handler: TestStaff;

  beforeAll(async () => {
    owner = await createStaff(journey.product, 'olu@kerbside.example', 'owner', 'Olu Adeyemi');
    handler = await createStaff(journey.product, 'hana@kerbside.example', 'handler', 'Hana Novak');
  });

  return {
    journey,
    get owner() {
      return owner;
    },
    get handler() {
      return handler;
    },
    /** Sends a form as a visitor does; answers with the submission's id. */
    send: async (formData: Record<string, string>, formName = 'Make a Claim'): Promise<string> => {
      const answer = await journey.product.request('/functions/v1/send-form-email', jsonPost({ formName, formData }));
      const { reference } = answer.json();
      const row = readStore(journey.product).submissions.find((one) => one.reference === reference);
      if (!row) throw new Error(answer.text);
      return row.id;
    },
    /** A page of the desk in this member's browser. */
    open: async (path: string, member: TestStaff, options: PageOptions = {}) => {
      const page = await journey.newPage(options);
      await addSession(page, journey.product, member);
      await page.goto(journey.product.url + path);
      return options.javaScriptEnabled === false ? page : ready(page);
    },
  };
}
