import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { render } from '@react-email/render';
import { Text } from '@react-email/text';
import * as look from './look.ts';
import { subjectLine } from './subject-line.ts';

export type Rendered = { subject: string; html: string; text: string };

/** A letter of a few sentences with one thing to do. */
export type PlainLetter = { subject: string; title: string; paragraphs: string[]; link: { label: string; url: string } | null };

export async function renderPlainLetter(letter: PlainLetter): Promise<Rendered> {
  const { subject, title, paragraphs, link } = letter;
  const parts = [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])];
  return { subject: subjectLine(subject), html: await render(<Letter {...letter} />), text: `${parts.join('\n\n')}\n` };
}

function Letter({ title, paragraphs, link }: PlainLetter) {
  return (
    <Html lang="en-GB" dir="ltr">
      <Head />
      <Body style={look.body}>
        <Container style={look.panel}>
          <Heading as="h1" style={look.title}>
            {title}
          </Heading>
          {paragraphs.map((words) => (
            <Text key={words} style={look.line}>
              {words}
            </Text>
          ))}
          {link && (
            <Text style={look.line}>
              <a href={link.url} style={look.action}>
                {link.label}
              </a>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}
