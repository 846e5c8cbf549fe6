import { foldQuotes } from '#forms/quoted-text.ts';

/** The words of a message as they were written. What it quotes of earlier ones is folded. */
export function MessageText({ text }: { text: string }) {
  const { own, quoted } = foldQuotes(text);
  return (
    <>
      <p className="message-text" dir="auto">
        {own}
      </p>
      {quoted && (
        <details>
          <summary>Quoted text</summary>
          <p className="message-text muted" dir="auto">
            {quoted}
          </p>
        </details>
      )}
    </>
  );
}
