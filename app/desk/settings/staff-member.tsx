import { Form } from 'react-router';
import { Confirm } from '#app/desk/confirm.tsx';
import type { StaffAccount } from '#server/staff/staff.ts';
import { londonDay } from '../times.ts';

type Props = {
  account: StaffAccount;
  isMe: boolean;
  openClaims: number;
  successors: StaffAccount[];
};

/** The account of a member of staff, with what an owner can do about it. What ends sessions or removes factors is confirmed first. */
export function AccountPanel({ account, isMe, openClaims, successors }: Props) {
  const { id, name, email, role, joinedAt, leftAt, hasTwoFactors } = account;
  const next = role === 'owner' ? 'handler' : 'owner';
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
      <Form method="post">
        <input type="hidden" name="act" value={leftAt ? 'open' : 'role'} />
        <input type="hidden" name="id" value={id} />
        {!leftAt && <input type="hidden" name="role" value={next} />}
        <button type="submit" className="button-link">
          {leftAt ? 'Open the account again' : next === 'owner' ? 'Make an owner' : 'Make a handler'}
          <span className="sr-only">: {name}</span>
        </button>
      </Form>
      {!leftAt && !isMe && (
        <Confirm
          key={String(hasTwoFactors)}
          label="Lost phone: reset both factors"
          about={name}
          consequence="Both factors stop working at once, and all their sessions end. They get an email with a link to choose a new password, and then set up their app again. Call them first: whoever asks for this may be somebody else."
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

/** With open claims, the form asks who takes them over. */
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
        <div className="field">
          <label htmlFor={`claims-of-${id}`}>
            {claims === 1 ? 'Their open claim goes to' : `Their ${claims} open claims go to`}
          </label>
          <select id={`claims-of-${id}`} name="claimsTo" className="input" required defaultValue="">
            <option value="">Choose…</option>
            {successors.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value="nobody">Nobody</option>
          </select>
        </div>
      )}
    </Confirm>
  );
}
