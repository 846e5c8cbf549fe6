import type { ClaimField } from '#forms/claim-sections.ts';
import type { Answers } from '#forms/form.ts';
import { readVia, type ShownSource, sentByText } from '#forms/via.ts';
import type { App } from '#server/core/app.ts';
import type { Schema, Tx } from '#server/core/database/schema.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { findByCode } from './partners.ts';

/** Who sent somebody: a partner by the code of their link, or whom the link names. At least one of the two is null. */
export type Source = { partnerId: string | null; via: string | null };

/** Reads what a link says, for a submission, which must not be lost because a partner cannot be read. */
export async function readSource(app: App, given: unknown): Promise<Source | undefined> {
  const via = readVia(given);
  if (via?.kind === 'name') return { partnerId: null, via: via.text };
  const partner = via && (await findPartner(app, via.text));
  return partner ? { partnerId: partner.id, via: null } : undefined;
}

/** The same for a page. A partner whose link has ended, a code of nobody, and whatever does not fit are nobody. */
export async function showSource(app: App, given: unknown): Promise<ShownSource | null> {
  const via = readVia(given);
  if (via?.kind === 'name') return { value: via.text, name: via.text, isPartner: false };
  const partner = via && (await findPartner(app, via.text));
  return partner ? { value: via.text, name: partner.name, isPartner: true } : null;
}

function findPartner({ db, log }: App, code: string) {
  return db
    .read((reading) => findByCode(reading, code))
    .catch((error: unknown) => {
      log.error('partner not read', { error: errorMessage(error) });
      return null;
    });
}

/** The answer to "How did you find us?", by which reports count; null where it was not asked, or not answered. */
export function foundByOf(data: Answers): string | null {
  return data['foundUs' satisfies ClaimField] || null;
}

type Columns = Pick<Schema['form_submissions'], 'id'> & { partner_id: string | null; via: string | null };

/** What a claim that names nobody gains from another one that is merged into it. */
export function sourceGained(row: Omit<Columns, 'id'>, other: Omit<Columns, 'id'>): Partial<Omit<Columns, 'id'>> {
  return hasSource(row) || !hasSource(other) ? {} : { partner_id: other.partner_id, via: other.via };
}

/** The same for a submission that is saved into a claim, in the transaction. */
export async function gainSource(tx: Tx, row: Columns, { source }: { source?: Source }): Promise<void> {
  const gained = source && sourceGained(row, { partner_id: source.partnerId, via: source.via });
  if (gained && hasSource(gained)) await tx.updateTable('form_submissions').set(gained).where('id', '=', row.id).execute();
}

/** Who sent it, in words; null where nobody is known. `partners`: names by id. */
export function sentByOf(row: Omit<Columns, 'id'>, partners: Map<string, string>): string | null {
  return sentByText({ partner: partners.get(row.partner_id ?? '') ?? null, via: row.via });
}

function hasSource({ partner_id, via }: Partial<Omit<Columns, 'id'>>): boolean {
  return Boolean(partner_id ?? via);
}
