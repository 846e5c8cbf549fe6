import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { renderSVG } from 'uqr';
import { partnerCode } from '#forms/via.ts';
import type { App } from '#server/core/app.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Db, Schema, Tx } from '#server/core/database/schema.ts';
import { mixedAlphabets, mixesAlphabets, shownName } from '#server/core/shown-name.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';

/** A business that sends people to us by a link of its own. */
export type Partner = {
  id: string;
  code: string;
  name: string;
  createdAt: number;
  createdBy: string;
  /** Null while its link names it. */
  ended: { at: number; by: string } | null;
};

/** `link`: what its QR code leads to. */
export type PartnerCard = Partner & { link: string; qrSvg: string };

export type PartnerOutcome = { kind: 'done' } | { kind: 'refused'; message: string };

const longestName = 80;

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** More than a business of this kind has, and few enough for one screen. */
const mostPartners = 1_000;

/** Those whose links work by their names, then those that have ended. */
export function listPartners(app: App): Promise<Partner[]> {
  return app.db.read(readPartners);
}

/** What a card shows; null where there is no such partner. */
export async function readPartnerCard(app: App, _: StaffMember, id: string): Promise<PartnerCard | null> {
  const partner = (await listPartners(app)).find((one) => one.id === id);
  if (!partner) return null;
  const link = `${app.env.siteUrl}/r/${partner.code}`;
  return { ...partner, link, qrSvg: renderSVG(link, { border: 4, ecc: 'M' }) };
}

/** `key`: that of the form, an id, by which a form that is posted twice adds one. Once that has ended, the form adds another. */
export async function addPartner(app: App, staff: StaffMember, typed: string, key = ''): Promise<PartnerOutcome> {
  const name = shownName(typed);
  const problem = nameProblem(name);
  if (problem !== null) return { kind: 'refused', message: problem };
  // Of two that are posted at once on PostgreSQL, one finds its id taken, and then sees what the other has added.
  return (
    (await tryToAdd(app, staff, name, key)) ??
    (await tryToAdd(app, staff, name, key)) ?? { kind: 'refused', message: 'It was not added. Try again.' }
  );
}

export async function renamePartner(app: App, staff: StaffMember, id: string, typed: string): Promise<PartnerOutcome> {
  const name = shownName(typed);
  const problem = nameProblem(name);
  if (problem !== null) return { kind: 'refused', message: problem };
  return change(app, id, async (tx, { code, name: before }) => {
    if (before === name) return;
    await tx.updateTable('partners').set({ name }).where('id', '=', id).execute();
    app.audit.recordIn(tx, { actor: staff, action: 'partner renamed', details: { code, name, before } });
  });
}

/** Ends a link for good: it leads to the claim form all the same, and names nobody. The row stays, because claims name it. */
export function endPartner(app: App, staff: StaffMember, id: string): Promise<PartnerOutcome> {
  return change(app, id, async (tx, { code, name, ended_at }) => {
    if (ended_at !== null) return;
    await tx.updateTable('partners').set({ ended_at: app.now(), ended_by: staff.id }).where('id', '=', id).execute();
    app.audit.recordIn(tx, { actor: staff, action: 'partner ended', details: { code, name } });
  });
}

/** Null: its id was taken at that moment. */
function tryToAdd({ db, now, audit }: App, staff: StaffMember, name: string, key: string): Promise<PartnerOutcome | null> {
  return db.write(async (tx) => {
    const others = await tx.selectFrom('partners').select(['id', 'code', 'name', 'ended_at']).execute();
    const earlier = others.find(({ id }) => id === key);
    if (earlier?.name === name && earlier.ended_at === null) return { kind: 'done' };
    if (others.length >= mostPartners) return { kind: 'refused', message: 'There are too many partners.' };
    const code = unusedCode(new Set(others.map((other) => other.code)));
    const id = !earlier && idPattern.test(key) ? key : makeId(now());
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('partners')
      .values({ id, code, name, created_at: now(), created_by: staff.id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) === 0) return null;
    audit.recordIn(tx, { actor: staff, action: 'partner added', details: { code, name } });
    return { kind: 'done' };
  });
}

function change(
  { db }: App,
  id: string,
  act: (tx: Tx, partner: Selectable<Schema['partners']>) => Promise<void>,
): Promise<PartnerOutcome> {
  return db.write(async (tx) => {
    const partner = await tx.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst();
    if (!partner) return { kind: 'refused', message: 'There is no such partner.' };
    await act(tx, partner);
    return { kind: 'done' };
  });
}

/** By the code of a link that has not ended; null where there is none. */
export async function findByCode(db: Db, code: string): Promise<{ id: string; name: string } | null> {
  const query = db.selectFrom('partners').select(['id', 'name']).where('code', '=', code).where('ended_at', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

async function readPartners(db: Db): Promise<Partner[]> {
  const partners = await db.selectFrom('partners').selectAll().execute();
  const staff = new Map((await db.selectFrom('staff').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]));
  const read = partners.map(
    ({ id, code, name, created_at, created_by, ended_at, ended_by }): Partner => ({
      id,
      code,
      name,
      createdAt: Number(created_at),
      createdBy: nameIn(staff, created_by),
      ended: ended_at === null ? null : { at: Number(ended_at), by: nameIn(staff, ended_by) },
    }),
  );
  return read.toSorted((a, b) => Number(a.ended !== null) - Number(b.ended !== null) || a.name.localeCompare(b.name));
}

function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Enter the name of the partner.';
  if (mixesAlphabets(name)) return mixedAlphabets;
  return name.length <= longestName ? null : `Enter a name of at most ${longestName} characters.`;
}

function unusedCode(taken: Set<string>): string {
  const code = makePartnerCode();
  return taken.has(code) ? unusedCode(taken) : code;
}

/** Makes a code such as K7M4P9. There are 729,000 of them; they keep no secret. */
export function makePartnerCode(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  return Array.from({ length: partnerCode.pairs }, () => pick(partnerCode.letters) + pick(partnerCode.digits)).join('');
}
