import { useEffect } from 'react';
import { data, redirect, useActionData } from 'react-router';
import { claimantContext, fileProblemsContext } from '#app/context/context.ts';
import { endOldDrafts } from '#app/forms/form-draft.ts';
import { keepMessage } from '#app/forms/keep-waiting.ts';
import { site } from '#content/site.ts';
import { isIncomplete } from '#forms/continuation.ts';
import type { FieldErrors } from '#forms/read.ts';
import type { Route } from './+types/your-claim-page.ts';
import { ClaimAnswers } from './claim-answers.tsx';
import { type ClaimFormResult, ResultContext, readAct, readPart } from './claim-form.tsx';
import { ClaimProgress } from './claim-progress.tsx';
import { ClaimRights } from './claim-rights.tsx';
import { CallPreference, Messages, PhoneNumber } from './contact-forms.tsx';
import { ClosedEvidence, EvidenceSection, FileProblemsNote } from './evidence-section.tsx';
import { FinishClaim, FinishedNote } from './finish-claim.tsx';
import { NoClaim, UnsentText } from './no-claim.tsx';

export const meta = ({ loaderData }: { loaderData?: Route.ComponentProps['loaderData'] | undefined }) => {
  const title = loaderData?.state.kind === 'open' ? `Your claim ${loaderData.state.claim.reference}` : 'Your claim';
  return [{ title: `${title} | ${site.brand}` }, { name: 'robots', content: 'noindex, nofollow' }];
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const claimant = context.get(claimantContext);
  if (!claimant) throw data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  // After a mistyped link the claim that was opened before in this browser would be taken for that of the link.
  const isWrongLink = searchParams.get('link') === 'wrong';
  const isRemoved = searchParams.get('link') === 'removed';
  const state = await claimant.page(isWrongLink ? null : request.headers.get('cookie'));
  const done = readAct(searchParams.get('done'));
  // By this key a form that is sent twice is recognised.
  const fileProblems = context.get(fileProblemsContext);
  const part = readPart(searchParams.get('part'));
  return {
    state,
    isWrongLink,
    isRemoved,
    now: claimant.now(),
    formKey: crypto.randomUUID(),
    done,
    part,
    fileProblems,
    fileChoice: claimant.fileChoice(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const claimant = context.get(claimantContext);
  if (!claimant) throw data(null, { status: 404 });
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? '');
  const act = readAct(field('act'));
  const outcome = await claimant.run(request.headers.get('cookie'), field);
  const typed = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  if (outcome.kind === 'refused') {
    const { status, message, errors, current } = outcome;
    return data<ClaimFormResult>({ kind: 'refused', act, message, errors, current, typed }, { status });
  }
  if (new URL(request.url).pathname.endsWith('.data')) return data<ClaimFormResult>({ kind: 'done', act, typed });
  // A page that is reloaded must not post the form again.
  const part = readPart(typed.part);
  throw redirect(part === '' ? `/your-claim?done=${act}#${act}` : `/your-claim?done=${act}&part=${part}#${act}-${part}`, {
    status: 303,
  });
}

/** The page as it is shown: what could not be loaded again stays as it was. */
let shown: Awaited<ReturnType<typeof loader>> | null = null;

/** Loads the page again. Where another server answers in the place of ours, the page stays, with everything that was typed. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): ReturnType<typeof loader> {
  try {
    return await serverLoader();
  } catch (error) {
    if (isRedirect(error) || !shown) throw error;
    return shown;
  }
}

/**
 * Posts a form with JavaScript. Without a valid response, or with that of another server, the page stays as it is, with everything that
 * was typed: ours says what it refuses by data and never by an error.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const posted = await request.clone().formData();
  const act = readAct(String(posted.get('act')));
  const isOffline = navigator.onLine === false;
  try {
    return await serverAction();
  } catch (error) {
    // A double tap: the second of the same forms takes the place of the first, which may be stored.
    if (isRedirect(error) || request.signal.aborted) throw error;
    if (act === 'message' && (await waits(posted)))
      // The data of the page is not loaded again, because the server could not be reached for that either.
      return data<ClaimFormResult>(
        { kind: 'done', act, waits: true, typed: { text: String(posted.get('text')) } },
        { status: 503 },
      );
    // After an answer that was lost it may be saved, and saving it once more changes nothing.
    const reason = isOffline ? 'That did not reach us.' : 'No answer of ours came, so we cannot tell whether that reached us.';
    const message = `${reason} What you typed is still here. Try again in a moment, or call ${site.helpline.display}.`;
    const errors: FieldErrors = {};
    const typed = { part: String(posted.get('part') ?? '') };
    return data<ClaimFormResult>({ kind: 'refused', act, message, errors, current: {}, typed }, { status: 503 });
  }
}

const isRedirect = (error: unknown): boolean => error instanceof Response && error.status >= 300 && error.status < 400;

/** Keeps a message on the device until there is signal; returns whether it did. */
async function waits(posted: FormData): Promise<boolean> {
  const given = (name: string) => String(posted.get(name) ?? '');
  try {
    await keepMessage(given('reference'), given('key'), given('text'));
    return true;
  } catch {
    return false;
  }
}

export default function YourClaimPage({ loaderData }: Route.ComponentProps) {
  const { state, isWrongLink, isRemoved, now, formKey, done, part, fileProblems } = loaderData;
  const posted = useActionData<ClaimFormResult>();
  useEffect(endOldDrafts, []);
  useEffect(() => {
    shown = loaderData;
  }, [loaderData]);
  const result = posted ?? (done ? { kind: 'done' as const, act: done, typed: { part } } : null);
  if (state.kind !== 'open')
    return (
      <NoClaim isEnded={state.kind === 'ended'} isWrongLink={isWrongLink} isRemoved={isRemoved}>
        {fileProblems && <FileProblemsNote problems={fileProblems} />}
        {posted?.kind === 'refused' && (
          <UnsentText message={posted.message} text={posted.typed.text ?? posted.typed.note ?? ''} />
        )}
      </NoClaim>
    );
  const { claim } = state;
  const isOpen = claim.closedAt === null && claim.withdrawnAt === null;
  return (
    <ResultContext value={{ result, reference: claim.reference, formKey }}>
      {/* The key keeps what was typed for one claim from the page of another. */}
      <div className="container stack claim-page" key={claim.reference}>
        <h1>Your claim</h1>
        {fileProblems && <FileProblemsNote problems={fileProblems} />}
        {isOpen && isIncomplete(claim.form, claim.data) ? (
          <FinishClaim formName={claim.form} data={claim.data} now={now} />
        ) : (
          <FinishedNote formName={claim.form} data={claim.data} />
        )}
        <ClaimProgress claim={claim} now={now} />
        {claim.closedAt === null ? (
          <EvidenceSection files={claim.files} choice={loaderData.fileChoice} reference={claim.reference} />
        ) : (
          <ClosedEvidence files={claim.files} />
        )}
        <Messages messages={claim.messages} />
        {isOpen && <PhoneNumber phone={claim.data.phone ?? ''} />}
        {isOpen && <CallPreference preference={claim.callPreference} callTimes={claim.callTimes} />}
        <ClaimAnswers formName={claim.form} data={claim.data} isOpen={isOpen} />
        <ClaimRights claim={claim} />
      </div>
    </ResultContext>
  );
}
