import type { Audit } from '#server/audit/audit.ts';
import type { Staff } from '#server/auth/staff.ts';
import type { InboxFilter, InboxPage } from '../inbox.ts';
import { createOnceInAWhile } from '../once-in-a-while.ts';
import { digestOf } from '../search/digest.ts';
import { askedBy, type createPages } from './page.ts';

type Services = { pages: ReturnType<typeof createPages>; audit: Audit; now: () => number; secret: string };

/** Reads a page of the inbox, and puts on record who looked and who searched, never for what. */
export function createReadInbox({ pages, audit, now, secret }: Services) {
  const isTime = createOnceInAWhile(now);

  return async function readInbox(staff: Staff, filter: InboxFilter, key: string | null): Promise<InboxPage> {
    const asked = askedBy(staff.id, filter, now());
    if (asked.question) {
      const digest = digestOf(secret, asked.filter.search ?? '');
      if (isTime(`searched ${staff.id} ${digest}`)) await audit.record({ actor: staff, act: 'searched', details: { digest } });
    } else if (isTime(`viewed ${staff.id}`)) {
      await audit.record({ actor: staff, act: 'inbox viewed' });
    }
    return pages.page(asked, key);
  };
}
