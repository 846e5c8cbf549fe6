import type { ReactNode } from 'react';

/** `heading` is how the title is shown where it is more than text. */
type AccordionItem = { title: string; heading?: ReactNode; body: ReactNode };

/**
 * An accordion of native disclosures that share a name: the browser keeps at most one open, with or without scripts, and finds text
 * inside.
 */
export function Accordion({ name, items }: { name: string; items: AccordionItem[] }) {
  return (
    <div className="accordion">
      {items.map(({ title, heading = title, body }) => (
        <details key={title} name={name}>
          <summary>
            <h3>{heading}</h3>
          </summary>
          <div>{body}</div>
        </details>
      ))}
    </div>
  );
}
