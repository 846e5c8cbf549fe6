import { randomBytes } from 'node:crypto';
import { claim } from '#forms/claim.ts';
import { createClaimLinks } from '#server/claimant/claim-link.ts';
import { createReadClaim } from '#server/claimant/claim-session.ts';
import { createClaimant } from '#server/claimant/claimant.ts';
import type { Database } from '#server/database/database.ts';
import type { DeskServices } from '#server/desk.ts';
import { createTestDesk } from './create-test-desk.ts';
import { aoife } from './fixtures/people.ts';

const siteUrl = 'https://kerbside.example';
const secret = 'a secret of thirty-two characters';

/** References in the shape that visitors get, which those of the fixtures do not have. */
const nextReference = () => `AAAA-${randomBytes(2).toString('hex').toUpperCase()}`;

type Options = {
  data?: Record<string, string>;
  formName?: string;
  acknowledges?: boolean;
  desk?: Partial<DeskServices>;
};

/** A claim whose private link was opened, and the desk that has it. */
export async function createTestClaimant(database: Database, options: Options = {}) {
  const { data = aoife, formName = claim.name, acknowledges = true, desk: deskOptions } = options;
  const testDesk = await createTestDesk(database, deskOptions);
  const { audit, clock, desk, storeClaim } = testDesk;
  const links = createClaimLinks({ database, secret, previousSecret: null, siteUrl, now: clock.now });
  /** For each change, whether an e-mail was stored. */
  const changed: boolean[] = [];
  const claimant = createClaimant({
    database,
    audit,
    now: clock.now,
    readClaim: createReadClaim(links, siteUrl),
    makeCopy: desk.copyForClaimant,
    listFiles: async () => [],
    onChanged: (hasEmail) => {
      changed.push(hasEmail);
      desk.notifyStored();
    },
    acknowledges,
  });
  const openClaim = async (answers: Record<string, string>) => {
    const reference = nextReference();
    const id = await storeClaim(answers, { reference, formName, data: answers });
    const cookie = `__Host-kerbside-claim=${links.linkOf({ id, reference, formName })?.split('/').at(-1)}`;
    return { id, reference, cookie };
  };
  const { id, reference, cookie } = await openClaim(data);
  return {
    ...testDesk,
    claimant,
    changed,
    id,
    reference,
    cookie,
    /** Opens the private link of another claim. */
    openClaim,
    row: () => database.db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Posts a form of the claim's page. */
    run: (fields: Record<string, string>, withCookie = cookie) =>
      claimant.run(withCookie, (name) => ({ reference, key: 'k1', ...fields })[name] ?? ''),
    page: async () => {
      const state = await claimant.page(cookie);
      if (state.kind !== 'open') throw new Error(state.kind);
      return state.claim;
    },
  };
}
