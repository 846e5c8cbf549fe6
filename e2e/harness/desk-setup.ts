import { beforeAll } from 'vitest';
import type { Member } from '#testing/create-test-staff.ts';
import { type PageOptions, ready } from './browser.ts';
import { asJson } from './request.ts';
import { ownServers, setStage } from './setup.ts';
import { hire, lendSession } from './staff.ts';
import { readStore } from './store.ts';

/** The stage with a desk on it: an owner, a handler, and what their journeys begin with. */
export function setDeskStage() {
  const stage = setStage(ownServers);
  let owner: Member;
  let hana: Member;

  beforeAll(async () => {
    owner = await hire(stage.product, 'olu@kerbside.example', 'owner', 'Olu Adeyemi');
    hana = await hire(stage.product, 'hana@kerbside.example', 'handler', 'Hana Novak');
  });

  return {
    stage,
    get owner() {
      return owner;
    },
    get hana() {
      return hana;
    },
    /** Sends a form as a visitor does; answers with the submission's id. */
    send: async (formData: Record<string, string>, formName = 'Make a Claim'): Promise<string> => {
      const answer = await stage.product.request('/functions/v1/send-form-email', asJson({ formName, formData }));
      const { reference } = answer.json();
      const row = readStore(stage.product).submissions.find((one) => one.reference === reference);
      if (!row) throw new Error(answer.text);
      return row.id;
    },
    /** A page of the desk in this member's browser. */
    open: async (path: string, member: Member, options: PageOptions = {}) => {
      const page = await stage.newPage(options);
      await lendSession(page, stage.product, member);
      await page.goto(stage.product.url + path);
      return options.javaScriptEnabled === false ? page : ready(page);
    },
  };
}
