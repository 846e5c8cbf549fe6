import type { ReactNode } from 'react';
import { foldQuotes } from '#forms/quoted-text.ts';

/**
 * The words of a message as they were written. What it quotes of earlier ones is folded, and what is behind so many characters, so that a long
 * one does not hide those after it.
 */
export function MessageText({ text, seenAtOnce = 3_000 }: { text: string; seenAtOnce?: number }) {
  const { own, quoted } = foldQuotes(text);
  const lastSpace = own.slice(0, seenAtOnce).search(/\s\S*$/);
  const cut = own.length <= seenAtOnce ? own.length : lastSpace > 0 ? lastSpace : seenAtOnce;
  return (
    <>
      <p className="message-text" dir="auto">
        {own.slice(0, cut)}
      </p>
      <Folded title="More of it">{own.slice(cut).trim()}</Folded>
      <Folded title="Quoted text" className="muted">
        {quoted}
      </Folded>
    </>
  );
}

function Folded({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  if (children === '') return null;
  return (
    <details>
      <summary>{title}</summary>
      <p className={`message-text ${className}`} dir="auto">
        {children}
      </p>
    </details>
  );
}
