import { data, Form, Link } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { FailedJob, JobKindView, JobToRun } from '#server/core/jobs/background-work.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/background-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Background work');

export async function loader({ context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  return { kinds: await allow(desk.backgroundWork(staffOf(context))), now: now() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const outcome = await allow(deskServices(context).desk.runJob(staffOf(context), jobToRun(field)));
  return data(outcome, { status: outcome.kind === 'refused' ? 409 : 200 });
}

function jobToRun(field: (name: string) => string): JobToRun {
  if (field('again') !== '') return { again: field('again') };
  if (field('confirm') !== '') return { confirm: field('confirm'), question: field('question') };
  return { now: field('now') };
}

export default function JobsPage({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { kinds, now } = loaderData;
  return (
    <>
      <h1>Background work</h1>
      <p>What the server does by itself: sending, reminding, and erasing what is past its retention period.</p>
      {outcome && (
        <p
          className={outcome.kind === 'done' ? 'callout callout-good' : 'callout callout-danger'}
          role={outcome.kind === 'done' ? 'status' : 'alert'}
        >
          {outcome.message}
        </p>
      )}
      {kinds.map((kind) => (
        <Kind key={kind.kind} kind={kind} now={now} />
      ))}
    </>
  );
}

function Kind({ kind: view, now }: { kind: JobKindView; now: number }) {
  const { kind, title, isRecurring, question, lastRunAt, lastDetail, isFailing, nextRunAt, waiting, failed, failedJobs } = view;
  return (
    <section className="card stack" aria-labelledby={kind}>
      <div className="cluster">
        <h2 id={kind}>{title}</h2>
        {question !== null && <span className="badge badge-late">Waits for you</span>}
        {(isFailing || failed > 0) && <span className="badge badge-late">Failed</span>}
      </div>
      <dl className="summary-list">
        <Fact name="Last run">{lastRunAt === null ? 'Not yet' : shortLondonMoment(lastRunAt)}</Fact>
        <Fact name="Next run">
          {nextRunAt === null ? 'Nothing waits' : nextRunAt <= now ? 'Now' : shortLondonMoment(nextRunAt)}
        </Fact>
        <Fact name="Waiting">{waiting}</Fact>
        <Fact name="Failed">{isRecurring ? (isFailing ? 'The last run' : 'No') : failed}</Fact>
        {lastDetail && question === null && (
          <Fact name={isFailing ? 'Last error' : 'Last result'} isLong>
            {lastDetail}
          </Fact>
        )}
      </dl>
      {failedJobs.length > 0 && (
        <>
          {failed > failedJobs.length && <p className="muted">The newest {failedJobs.length} that failed:</p>}
          <ul className="list">
            {failedJobs.map((job) => (
              <Failed key={job.id} job={job} />
            ))}
          </ul>
        </>
      )}
      {question !== null && <Question kind={kind} title={title} question={question} />}
      {isRecurring && question === null && (
        <RunButton name="now" value={kind} about={title}>
          Run now
        </RunButton>
      )}
    </section>
  );
}

/** What is asked before recurring work does anything, and the button that confirms exactly that. */
function Question({ kind, title, question }: { kind: string; title: string; question: string }) {
  return (
    <Form method="post" className="callout callout-danger stack">
      <p>It has not run: {question}</p>
      <p>If the date is right, and so much is to be erased, confirm it. What is erased cannot be brought back.</p>
      <input type="hidden" name="question" value={question} />
      <SubmitButton name="confirm" value={kind} className="button button-quiet">
        Confirm, and run it<span className="sr-only">: {title}</span>
      </SubmitButton>
    </Form>
  );
}

function Failed({ job }: { job: FailedJob }) {
  const name = `${job.title ?? 'Job'}${job.reference ? `, ${job.reference}` : ''}`;
  return (
    <li className="stack">
      <p className="cluster">
        {job.subjectId ? <Link to={`/desk/submissions/${job.subjectId}`}>{name}</Link> : <strong>{name}</strong>}
        <span className="muted">
          {shortLondonMoment(job.failedAt)}, {job.attempts === 1 ? 'one attempt' : `${job.attempts} attempts`}
        </span>
      </p>
      {job.lastDetail && (
        <p>
          <q>{job.lastDetail}</q>
        </p>
      )}
      {job.canRunAgain ? (
        <RunButton name="again" value={job.id} about={name}>
          Run again
        </RunButton>
      ) : (
        <p className="muted">Its one-time link was erased: invite or ask again.</p>
      )}
    </li>
  );
}

function Fact({ name, isLong = false, children }: { name: string; isLong?: boolean; children: string | number }) {
  return (
    <div className={isLong ? 'summary-list-wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type RunButtonProps = { name: 'again' | 'now'; value: string; about: string; children: string };

function RunButton({ name, value, about, children }: RunButtonProps) {
  return (
    <Form method="post">
      <SubmitButton name={name} value={value} className="button button-quiet">
        {children}
        <span className="sr-only">: {about}</span>
      </SubmitButton>
    </Form>
  );
}
