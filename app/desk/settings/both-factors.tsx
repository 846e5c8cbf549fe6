import { PasswordField, TextField } from '#app/desk/text-field.tsx';

export type Refused = { field: string | null; message: string };

/** Both factors once more, before what somebody at an unattended browser must not be able to do. */
export function BothFactors({ refused }: { refused: Refused | undefined }) {
  const errorAt = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <>
      <PasswordField label="Your password" name="password" autoComplete="current-password" required error={errorAt('password')} />
      <TextField
        label="Code from your authenticator app"
        hint="Without your phone: one of your recovery codes, which is then used up."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
        error={errorAt('code')}
      />
    </>
  );
}
