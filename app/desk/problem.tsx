import { useEffect, useRef } from 'react';

/** Why something was not done. Takes the focus, so that it is heard and seen first: for each new `answer`, also where the message is the same. */
export function Problem({ message, answer = message }: { message: string | null | undefined; answer?: unknown }) {
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may have the same message
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message, answer]);
  if (!message) return null;
  return (
    <p ref={box} className="callout callout-danger" role="alert" tabIndex={-1}>
      {message}
    </p>
  );
}
