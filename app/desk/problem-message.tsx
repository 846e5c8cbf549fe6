import { useEffect, useRef } from 'react';

/**
 * Why something was not done. It takes the focus, so that it is noticed first, for each new `result`, even where the message is the
 * same.
 */
export function Problem({ message, result = message }: { message: string | null | undefined; result?: unknown }) {
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result may have the same message
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message, result]);
  if (!message) return null;
  return (
    <p ref={box} className="callout callout-danger" role="alert" tabIndex={-1}>
      {message}
    </p>
  );
}
