import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import type { clientAction } from '../auth/sign-in-again-route.ts';
import { PasskeyButton } from '../passkey-button.tsx';
import { CodeField, PasswordField, TextField } from '../text-field.tsx';

export const signInAgainPath = '/desk/sign-in/again';

/**
 * Asks for both factors over the page once its session has ended, so that nothing typed there is lost. It hides the page, and nothing
 * but signing in or leaving ends it.
 */
export function SignInAgain({ email }: { email: string }) {
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const { Form, submit, state, data: refused, formData } = useFetcher<typeof clientAction>();
  const isBusy = state !== 'idle';
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The email before it is known.
    element?.querySelector<HTMLInputElement>('#again-password')?.focus();
    return () => element?.close();
  }, []);

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
      <Form method="post" action={signInAgainPath} className="stack" onSubmit={(event) => isBusy && event.preventDefault()}>
        <TextField id="again-email" label="Email" name="email" autoComplete="username" readOnly value={email} />
        <PasswordField id="again-password" label="Password" name="password" autoComplete="current-password" required />
        <CodeField id="again-code" required />
        <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
          {formData?.has('code') ? 'Signing in…' : 'Sign in'}
        </button>
        <PasskeyButton
          isBusy={isBusy}
          onPress={() => void submit({ email, passkey: 'yes' }, { method: 'post', action: signInAgainPath })}
        />
      </Form>
      <p>
        <a href={`/desk/sign-in?${new URLSearchParams({ to: pathname + search })}`}>Leave this page</a>, to use a recovery code or
        another account.
      </p>
    </dialog>
  );
}
