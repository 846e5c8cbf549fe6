import { useEffect, useRef } from 'react';

/** Why something was not done. Takes the focus, so that it is heard and seen first; each time, where the `answer` is told. */
export function Problem({ words, answer = words }: { words: string | null | undefined; answer?: unknown }) {
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may say the same
  useEffect(() => {
    if (words) box.current?.focus();
  }, [words, answer]);
  if (!words) return null;
  return (
    <p ref={box} className="problem" role="alert" tabIndex={-1}>
      {words}
    </p>
  );
}
