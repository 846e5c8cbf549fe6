import { useFocusOn } from './use-focus-on.ts';

/** Why something was not done, told again for each new `result`, even where the message is the same. */
export function Problem({ message, result = message }: { message: string | null | undefined; result?: unknown }) {
  const box = useFocusOn<HTMLParagraphElement>(message && result);
  if (!message) return null;
  return (
    <p ref={box} className="callout callout-danger" role="alert" tabIndex={-1}>
      {message}
    </p>
  );
}
