import { useEffect, useRef } from 'react';

/** Why something was not done. Takes the focus, so that it is heard and seen first. */
export function Problem({ words }: { words: string | null | undefined }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (words) box.current?.focus();
  }, [words]);
  if (!words) return null;
  return (
    <p ref={box} className="problem" role="alert" tabIndex={-1}>
      {words}
    </p>
  );
}
