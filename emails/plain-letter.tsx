import { renderLetter } from './letter-frame.tsx';
import * as look from './look.ts';
import { subjectLine } from './subject-line.ts';

export type Rendered = { subject: string; html: string; text: string };

/** A letter of a few sentences with one thing to do. */
export type PlainLetter = { subject: string; title: string; paragraphs: string[]; link: { label: string; url: string } | null };

export function renderPlainLetter(letter: PlainLetter): Rendered {
  const { subject, title, paragraphs, link } = letter;
  const parts = [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])];
  return { subject: subjectLine(subject), html: renderLetter(title, <Content {...letter} />), text: `${parts.join('\n\n')}\n` };
}

function Content({ paragraphs, link }: PlainLetter) {
  return (
    <>
      {paragraphs.map((words) => (
        <p key={words} style={look.line}>
          {words}
        </p>
      ))}
      {link && (
        <p style={look.line}>
          <a href={link.url} style={look.action}>
            {link.label}
          </a>
        </p>
      )}
    </>
  );
}
