import { data, Form } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { StaffAccount } from '#server/people/staff/staff-member.ts';
import { Confirm } from '../confirm.tsx';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { TextField } from '../text-field.tsx';
import { londonDay } from '../times.ts';
import type { Route } from './+types/staff-page.ts';
import { BothFactors } from './second-factor-forms.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Staff');

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, desk } = deskServices(context);
  const staff = staffOf(context);
  await allow(desk.requirePermission(staff, 'manage staff'));
  const openClaims = Object.fromEntries(await auth.accounts.openClaims());
  return { staff, openClaims, accounts: await auth.accounts.all(), invitations: await auth.accounts.invitations() };
}

type Field = 'email' | 'password' | 'code';

type Answer = { kind: 'done' } | { kind: 'refused'; message: string; field?: Field | null };

type Outcome = { done: string | null; email: string; id: string; message: string | null; field: Field | null };

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, requestContext } = deskServices(context);
  const { accounts } = auth;
  const staff = staffOf(context);
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const role = text('role') === 'owner' ? 'owner' : 'handler';
  const factors = { password: text('password'), code: text('code'), context: requestContext };
  const actions = {
    invite: () => accounts.invite(staff, text('email')),
    role: () => accounts.setRole(staff, text('id'), role, factors),
    close: () => accounts.close(staff, text('id'), claimsToOf(text('claimsTo'))),
    open: () => accounts.open(staff, text('id')),
    reset: () => accounts.resetFactors(staff, text('id')),
    withdraw: () => accounts.withdrawInvitation(staff, text('id')),
  };
  const act = text('act');
  const outcome: Answer = isOneOf(actions, act) ? await actions[act]() : { kind: 'refused', message: 'Nothing was chosen.' };
  const typed = { email: text('email'), id: text('id') };
  if (outcome.kind === 'done') return data<Outcome>({ ...typed, done: act, message: null, field: null });
  const { message, field = null } = outcome;
  return data<Outcome>({ ...typed, done: null, message, field }, { status: 422 });
}

/** Who takes over the claims: the id of an account, null for nobody, undefined where nothing was chosen. */
function claimsToOf(chosen: string): string | null | undefined {
  return chosen === 'nobody' ? null : chosen || undefined;
}

const doneMessages: Record<string, string> = {
  invite: 'The invitation is on its way.',
  role: 'The role was changed.',
  close: 'The account is closed and its sessions have ended. You can open it again.',
  open: 'The account is open again.',
  withdraw: 'The invitation was withdrawn. Its link no longer works.',
  reset: 'Both factors and all passkeys are gone. A link for a new password is on its way to them.',
};

/** `in` would also find properties that every object inherits, such as `constructor`. */
function isOneOf<T extends object>(actions: T, name: string): name is string & keyof T {
  return Object.hasOwn(actions, name);
}

export default function StaffPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { staff, accounts, openClaims, invitations } = loaderData;
  return (
    <>
      <h1>Staff</h1>
      {outcome?.done && (
        <p className="callout callout-good cluster-between" role="status">
          {doneMessages[outcome.done]}
        </p>
      )}
      {outcome?.message && !outcome.field && <Problem message={outcome.message} />}
      <ul className="stack">
        {accounts.map((account) => (
          <AccountPanel
            key={account.id}
            account={account}
            isMe={account.id === staff.id}
            openClaims={openClaims[account.id] ?? 0}
            refused={
              outcome?.message && outcome.id === account.id ? { field: outcome.field, message: outcome.message } : undefined
            }
            successors={accounts.filter(({ id, leftAt }) => id !== account.id && leftAt === null)}
          />
        ))}
      </ul>
      <section className="card stack" aria-labelledby="invite">
        <h2 id="invite">Invite somebody</h2>
        {invitations.length > 0 && (
          <ul className="stack">
            {invitations.map(({ id, email, role, expires_at: expiresAt }) => (
              <li key={id}>
                <p>
                  {email} was invited as {role}, until {londonDay(expiresAt)}.
                </p>
                <Confirm
                  label="Withdraw"
                  about={email}
                  consequence="The link that they were sent stops working. You can invite them again."
                  button="Withdraw the invitation"
                >
                  <input type="hidden" name="act" value="withdraw" />
                  <input type="hidden" name="id" value={id} />
                </Confirm>
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className="stack narrow" key={outcome?.done ? 'sent' : 'open'}>
          <input type="hidden" name="act" value="invite" />
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            defaultValue={outcome?.message ? outcome.email : ''}
            error={outcome?.field === 'email' ? (outcome.message ?? undefined) : undefined}
          />
          <p className="muted">They join as a handler, who answers submissions. You can make them an owner after that.</p>
          <div>
            <SubmitButton className="button button-primary">Send the invitation</SubmitButton>
          </div>
        </Form>
      </section>
    </>
  );
}

type Props = {
  account: StaffAccount;
  isMe: boolean;
  openClaims: number;
  successors: StaffAccount[];
  refused: { field: Field | null; message: string } | undefined;
};

/** The account of a member of staff, with what an owner can do about it. What ends sessions or removes factors is confirmed first. */
function AccountPanel({ account, isMe, openClaims, successors, refused }: Props) {
  const { id, name, email, role, joinedAt, leftAt, hasTwoFactors } = account;
  return (
    <li className="card stack">
      <div>
        <p className="cluster">
          <strong>{isMe ? `${name} (you)` : name}</strong>
          <span className="badge">{leftAt ? 'Closed' : role === 'owner' ? 'Owner' : 'Handler'}</span>
          {!leftAt && !hasTwoFactors && <span className="badge badge-soon">No second factor yet</span>}
        </p>
        <p className="muted">
          {email}, joined {londonDay(Date.parse(joinedAt))}
          {leftAt && `, left ${londonDay(leftAt)}`}
        </p>
      </div>
      {(leftAt || role === 'owner') && (
        <Form method="post">
          <input type="hidden" name="act" value={leftAt ? 'open' : 'role'} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="role" value="handler" />
          <SubmitButton className="button-link">
            {leftAt ? 'Open the account again' : 'Make a handler'}
            <span className="sr-only">: {name}</span>
          </SubmitButton>
        </Form>
      )}
      {!leftAt && role === 'handler' && (
        <Confirm
          label="Make an owner…"
          about={name}
          isOpen={refused?.field === 'password' || refused?.field === 'code'}
          consequence="An owner also erases, reads the audit trail, and decides who works here."
          button="Make an owner"
        >
          <input type="hidden" name="act" value="role" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="role" value="owner" />
          <BothFactors refused={refused} />
        </Confirm>
      )}
      {!leftAt && !isMe && (
        <Confirm
          key={String(hasTwoFactors)}
          label="Lost phone: reset both factors"
          about={name}
          consequence="Both factors and all passkeys stop working at once, and all their sessions end. They get an email with a link to choose a new password, and then set up their app again. Call them first: the person who asks for this may be somebody else."
          button="Reset both factors"
        >
          <input type="hidden" name="act" value="reset" />
          <input type="hidden" name="id" value={id} />
        </Confirm>
      )}
      {!leftAt && <CloseAccount account={account} claims={openClaims} successors={successors} />}
    </li>
  );
}

/** The form to close an account. Where it has open claims, it asks who takes them over. */
function CloseAccount({
  account: { id, name },
  claims,
  successors,
}: {
  account: StaffAccount;
  claims: number;
  successors: StaffAccount[];
}) {
  return (
    <Confirm
      label="Close the account…"
      about={name}
      consequence="Their sessions end at once, and they cannot sign in. You can open the account again."
      button="Close the account"
    >
      <input type="hidden" name="act" value="close" />
      <input type="hidden" name="id" value={id} />
      {claims > 0 && (
        <Labelled id={`claims-of-${id}`} label={claims === 1 ? 'Their open claim goes to' : `Their ${claims} open claims go to`}>
          <select id={`claims-of-${id}`} name="claimsTo" className="input" required defaultValue="">
            <option value="">Choose…</option>
            {successors.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value="nobody">Nobody</option>
          </select>
        </Labelled>
      )}
    </Confirm>
  );
}
