import { Form } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Assignee } from '#server/claims/inbox/inbox-counts.ts';
import type { Away, AwayOutcome } from '#server/people/staff/away.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { londonDay } from '../times.ts';

type Props = { staff: StaffMember; colleagues: Assignee[]; away: Away[]; outcome: AwayOutcome | undefined };

/** Who is away, and the form for being it: an owner sets it for others too, because the ill do not sign in. */
export function AwaySetting({ staff, colleagues, away, outcome }: Props) {
  const isOwner = staff.role === 'owner';
  const shown = away.filter(({ id }) => isOwner || id === staff.id);
  const others = colleagues.filter(({ id }) => id !== staff.id);
  return (
    <section className="card stack" aria-labelledby="away">
      <h2 id="away">Away</h2>
      <p>Steps that fall into the time are shown to the one who covers. They return by themselves.</p>
      <Problem message={outcome?.kind === 'refused' ? outcome.message : undefined} result={outcome} />
      {shown.map(({ id, name, until, cover }) => (
        <Form method="post" className="cluster" key={id}>
          <input type="hidden" name="act" value="back" />
          <input type="hidden" name="who" value={id} />
          <p>
            {id === staff.id ? 'You are' : `${name} is`} away until {londonDay(until)}. {cover ? cover.name : 'Everybody'} sees
            the steps.
          </p>
          <SubmitButton className="button button-quiet">{id === staff.id ? 'I am back' : `${name} is back`}</SubmitButton>
        </Form>
      ))}
      <Form method="post" className="stack narrow" key={shown.map(({ id, until }) => `${id} ${until}`).join()}>
        <input type="hidden" name="act" value="away" />
        {isOwner && (
          <Labelled id="away-who" label="Who">
            <select id="away-who" name="who" className="input" defaultValue={staff.id}>
              <option value={staff.id}>{staff.name} (me)</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </Labelled>
        )}
        <Labelled id="away-back" label="Back at work on">
          <input id="away-back" name="back" type="date" className="input" required />
        </Labelled>
        <Labelled id="away-cover" label="Who covers">
          <select id="away-cover" name="cover" className="input" required defaultValue="">
            <option value="">Choose</option>
            {(isOwner ? colleagues : others).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
        <div>
          <SubmitButton className="button button-quiet">Set away</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
