import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { sessionActs } from '#app/session/session.ts';
import type { SessionError } from '#app/session/session-calls.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { accountNotices } from '#forms/notices.ts';
import { PasskeyButton } from '../passkey-button.tsx';
import { CodeField, PasswordField, TextField } from '../text-field.tsx';

/**
 * Asks for both factors over the page once its session has ended, so that nothing typed there is lost. It hides the page, and nothing
 * but signing in or leaving ends it.
 */
export function SignInAgain({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busyWith, setBusyWith] = useState<'password' | 'passkey' | null>(null);
  const [refused, setRefused] = useState<{ message: string } | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The email before it is known.
    element?.querySelector<HTMLInputElement>('#again-password')?.focus();
    return () => element?.close();
  }, []);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    await run('password', () => sessionActs.signInAgain(given));
  }

  async function run(by: 'password' | 'passkey', signIn: () => Promise<SessionError>) {
    if (busyWith) return;
    setBusyWith(by);
    // A script that it needs could not be loaded.
    const error = await signIn().catch((): SessionError => ({ message: '' }));
    setBusyWith(null);
    setRefused(error && { message: error.message || accountNotices.signInFailed.fallback });
  }

  return (
    <dialog
      ref={dialog}
      className="sign-in-again stack"
      aria-labelledby="sign-in-again"
      // Browsers close a dialog at the second Escape, whatever becomes of the event before it.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h2 id="sign-in-again">Sign in again</h2>
      <p>Your session has ended. What you typed is still here.</p>
      <Problem message={refused?.message} result={refused} />
      <form method="post" action="/desk/sign-in/again" className="stack" onSubmit={signIn}>
        <TextField id="again-email" label="Email" name="email" autoComplete="username" readOnly value={email} />
        <PasswordField id="again-password" label="Password" name="password" autoComplete="current-password" required />
        <CodeField id="again-code" required />
        <button type="submit" className="button button-primary" aria-disabled={busyWith !== null || undefined}>
          {busyWith === 'password' ? 'Signing in…' : 'Sign in'}
        </button>
        <PasskeyButton isBusy={busyWith !== null} onPress={() => void run('passkey', () => sessionActs.signInByPasskey(email))} />
      </form>
      <p>
        <a href={`/desk/sign-in?${new URLSearchParams({ to: pathname + search })}`}>Leave this page</a>, to use a recovery code or
        another account.
      </p>
    </dialog>
  );
}
