import { Form } from 'react-router';
import type { Colleague as ColleagueFacts } from '#server/auth/store.ts';
import { londonDay } from '../look/times.ts';

type Act = { act: string; label: string; role?: string };

/** One who works here, and what an owner can do about their account. All of it can be taken back. */
export function Colleague({
  colleague,
  isMe,
  openClaims,
  successors,
}: {
  colleague: ColleagueFacts;
  isMe: boolean;
  openClaims: number;
  successors: ColleagueFacts[];
}) {
  const { id, name, email, role, joinedAt, leftAt, hasTwoFactors } = colleague;
  const acts: Act[] = leftAt
    ? [{ act: 'open', label: 'Open the account again' }]
    : [
        role === 'owner'
          ? { act: 'role', role: 'handler', label: 'Make a handler' }
          : { act: 'role', role: 'owner', label: 'Make an owner' },
        ...(isMe ? [] : [{ act: 'reset', label: 'Lost phone: reset both factors' }]),
        ...(openClaims > 0 ? [] : [{ act: 'close', label: 'Close the account' }]),
      ];
  return (
    <li className="panel">
      <p className="row">
        <strong>{isMe ? `${name} (you)` : name}</strong>
        <span className="badge">{leftAt ? 'Closed' : role === 'owner' ? 'Owner' : 'Handler'}</span>
        {!leftAt && !hasTwoFactors && <span className="badge badge-soon">No second factor yet</span>}
      </p>
      <p className="quiet">
        {email}, joined {londonDay(Date.parse(joinedAt))}
        {leftAt && `, left ${londonDay(leftAt)}`}
      </p>
      <div className="row">
        {acts.map(({ act, label, role: next }) => (
          <Form method="post" key={label}>
            <input type="hidden" name="act" value={act} />
            <input type="hidden" name="id" value={id} />
            {next && <input type="hidden" name="role" value={next} />}
            <button type="submit" className="button-link">
              {label}
              <span className="sr-only">: {name}</span>
            </button>
          </Form>
        ))}
      </div>
      {!leftAt && openClaims > 0 && <CloseAndHandOver colleague={colleague} claims={openClaims} successors={successors} />}
    </li>
  );
}

/** Whoever leaves with open claims hands them over in the same step. */
function CloseAndHandOver({
  colleague: { id, name },
  claims,
  successors,
}: {
  colleague: ColleagueFacts;
  claims: number;
  successors: ColleagueFacts[];
}) {
  return (
    <details>
      <summary>
        Close the account…<span className="sr-only"> of {name}</span>
      </summary>
      <Form method="post" className="field narrow">
        <input type="hidden" name="act" value="close" />
        <input type="hidden" name="id" value={id} />
        <label htmlFor={`claims-of-${id}`}>
          {claims === 1 ? 'Their open claim goes to' : `Their ${claims} open claims go to`}
        </label>
        <div className="finder-line">
          <select id={`claims-of-${id}`} name="claimsTo" className="input" required defaultValue="">
            <option value="">Choose…</option>
            {successors.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value="nobody">Nobody</option>
          </select>
          <button type="submit" className="button button-quiet">
            Close the account<span className="sr-only">: {name}</span>
          </button>
        </div>
      </Form>
    </details>
  );
}
