import { PasswordField, TextField } from '../ui/fields.tsx';

export type Refused = { field: string | null; message: string };

/** Asked for again before what an unattended browser must not be enough for. */
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
