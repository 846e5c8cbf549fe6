import type { Role } from '#server/people/staff/staff-member.ts';

export type DeskLink = { to: string; label: string; owner: boolean; dataKey?: string };

/** The pages that every page of the desk leads to. `owner`: only owners may open it. */
export const deskLinks: DeskLink[] = [
  { to: '/desk', label: 'Queue', owner: false },
  { to: '/desk/all', label: 'All claims', owner: false },
  { to: '/desk/new', label: 'New claim', owner: false, dataKey: 'n' },
  { to: '/desk/responses', label: 'Responses', owner: false },
  { to: '/desk/people', label: 'People', owner: false },
  { to: '/desk/partner-links', label: 'Partner links', owner: true },
  { to: '/desk/staff', label: 'Staff', owner: true },
  { to: '/desk/site', label: 'Site', owner: true },
  { to: '/desk/audit', label: 'Audit', owner: true },
  { to: '/desk/background', label: 'Background', owner: true },
];

/** Whether a member of staff may open such a page, or what is below it. */
export function mayOpen(role: Role, path: string): boolean {
  return role === 'owner' || !deskLinks.some(({ to, owner }) => owner && path.startsWith(to));
}

/** Whether a path is that of a link, or below it. */
export function isBelow(to: string, path: string): boolean {
  return path === to || path.startsWith(`${to}/`);
}
