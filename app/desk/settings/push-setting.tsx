import { type ReactNode, useEffect, useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { useSession } from '#app/session/session.ts';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { QuietHours, ToldBrowser } from '#server/people/push/subscriptions.ts';
import { type PushState, type Refused, readPushState, turnPushOff, turnPushOn } from '../layout/browser-push.ts';
import { browserName } from './browser-name.ts';

/** What a form of this section came to. */
export type PushOutcome = { kind: 'done' | 'refused'; message: string };

type Props = {
  staffId: string;
  isOffered: boolean;
  browsers: ToldBrowser[];
  quiet: QuietHours | null;
  outcome: PushOutcome | undefined;
};

/** Whether this browser tells its owner that somebody waits, in which others it does, and when it does not. */
export function PushSetting({ staffId, isOffered, browsers, quiet, outcome }: Props) {
  return (
    <section className="card stack" aria-labelledby="push">
      <h2 id="push">Messages to your phone or computer</h2>
      <p>
        A browser or phone can tell you that somebody waits for a call, also while the desk is closed. The message says how many
        wait and nothing about anybody. Signing out of a browser ends it there.
      </p>
      {outcome?.kind === 'done' && (
        <p className="callout callout-good" role="status">
          {outcome.message}
        </p>
      )}
      <Problem message={outcome?.kind === 'refused' ? outcome.message : undefined} result={outcome} />
      {isOffered ? <ThisBrowser staffId={staffId} /> : <p>Messages are switched off on this server.</p>}
      {browsers.length > 0 && <ToldBrowsers browsers={browsers} />}
      <QuietHoursForm quiet={quiet} />
    </section>
  );
}

function ThisBrowser({ staffId }: { staffId: string }) {
  const [state, setState] = useState<PushState | 'failed' | 'unknown' | Refused>('unknown');
  const { session } = useSession();
  const { revalidate } = useRevalidator();
  useEffect(() => void readPushState(staffId).then(setState), [staffId]);

  async function turnOn() {
    setState(await turnPushOn(staffId, session?.id ?? ''));
    await revalidate();
  }

  async function turnOff() {
    await turnPushOff();
    setState('off');
    await revalidate();
  }

  if (state === 'unknown') return null;
  if (state === 'on')
    return (
      <div className="cluster">
        <p className="badge badge-good">On in this browser</p>
        <Form method="post">
          <input type="hidden" name="act" value="push test" />
          <SubmitButton className="button button-quiet">Send a test message</SubmitButton>
        </Form>
        <button type="button" className="button button-quiet" onClick={turnOff}>
          Turn off in this browser
        </button>
      </div>
    );
  const isRefused = typeof state !== 'string';
  const help = isRefused ? <RefusedService host={state.refused} /> : helpTexts[state];
  const isFailed = isRefused || state === 'failed';
  return (
    <>
      {help && <div className={isFailed ? 'callout callout-danger' : 'callout'}>{help}</div>}
      {(state === 'off' || isFailed) && (
        <p>
          <button type="button" className="button button-quiet" onClick={turnOn}>
            Turn on in this browser
          </button>
        </p>
      )}
    </>
  );
}

function RefusedService({ host }: { host: string }) {
  return (
    <p>
      This browser gets its messages from {host}, which is not on our own list of push services. Whoever runs Kerbside can add it:
      it goes into the setting PUSH_HOSTS.
    </p>
  );
}

const helpTexts: Partial<Record<PushState | 'failed', ReactNode>> = {
  blocked: (
    <p>
      This browser blocks messages of this site. To allow them, open the site’s settings beside the address (on a phone in the
      browser’s menu), set Notifications to Allow, and load this page again.
    </p>
  ),
  'needs home screen': (
    <>
      <p>On an iPhone or iPad, messages come only to the desk on the home screen:</p>
      <ol className="push-steps">
        <li>Open the desk in Safari and press Share.</li>
        <li>Choose Add to Home Screen.</li>
        <li>Open the desk from there, sign in, and turn messages on here.</li>
      </ol>
    </>
  ),
  none: <p>This browser cannot get messages. Chrome, Edge, Firefox and Safari can.</p>,
  failed: <p>That did not work: the browser’s push service gave no address. Try again in a moment.</p>,
};

function ToldBrowsers({ browsers }: { browsers: ToldBrowser[] }) {
  return (
    <>
      <h3>Where you are told</h3>
      <ul className="list">
        {browsers.map(({ id, browser, createdAt, isHere }) => (
          <li key={id} className="cluster">
            <p>
              <strong>{browserName(browser)}</strong> <span className="muted">since {shortLondonMoment(createdAt)}</span>
            </p>
            {isHere ? (
              <span className="badge">here</span>
            ) : (
              <Form method="post">
                <input type="hidden" name="act" value="push end" />
                <input type="hidden" name="browser" value={id} />
                <SubmitButton className="button-link">
                  Stop messages<span className="sr-only"> to {browserName(browser)}</span>
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function QuietHoursForm({ quiet }: { quiet: QuietHours | null }) {
  return (
    <Form method="post" className="stack narrow" key={`${quiet?.starts} ${quiet?.ends}`}>
      <div>
        <h3>Quiet hours</h3>
        <p className="muted">No message comes between these times in London. Leave both empty for none.</p>
      </div>
      <input type="hidden" name="act" value="quiet hours" />
      <div className="cluster">
        <Labelled id="quiet-from" label="Quiet from">
          <input id="quiet-from" name="from" type="time" className="input" defaultValue={clockOf(quiet?.starts)} />
        </Labelled>
        <Labelled id="quiet-until" label="Quiet until">
          <input id="quiet-until" name="until" type="time" className="input" defaultValue={clockOf(quiet?.ends)} />
        </Labelled>
      </div>
      <div>
        <SubmitButton className="button button-quiet">Set quiet hours</SubmitButton>
      </div>
    </Form>
  );
}

/** 1,320 minutes after midnight as 22:00. */
function clockOf(minutes: number | undefined): string {
  if (minutes === undefined) return '';
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
