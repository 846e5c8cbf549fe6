import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type Block, blocksOf } from '#forms/answers.ts';
import type { FormData, FormDefinition } from '#forms/form.ts';
import { londonTime } from './london-time.ts';
import * as look from './look.ts';
import type { Rendered } from './plain-letter.tsx';
import { subjectLine } from './subject-line.ts';

export type Notification = { form: FormDefinition; data: FormData; reference: string; submittedAt: number };

const closing = 'Sent by the website form. Confirm identity before sharing any information.';

/** The letter that tells the team of a submission. */
export async function renderNotification({ form, data, reference, submittedAt }: Notification): Promise<Rendered> {
  const blocks = blocksOf(form, data);
  const head = { form: form.name, reference, received: londonTime(submittedAt) };
  return {
    subject: subjectLine(`[Website] ${form.name}: ${form.subjectOf(data)}`),
    html: await render(<NotificationLetter {...head} blocks={blocks} />),
    text: plainText(head, blocks),
  };
}

type LetterHead = { form: string; reference: string; received: string };

function plainText(head: LetterHead, blocks: Block[]): string {
  const parts = blocks.map(({ title, lines }) => [
    title,
    '-'.repeat(title.length),
    ...lines.map(({ label, value }) => `${label}${label.endsWith('?') ? '' : ':'} ${value}`),
  ]);
  return [[head.form, `Reference: ${head.reference}`, `Received: ${head.received}`], ...parts, [closing]]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
}

function NotificationLetter({ form, reference, received, blocks }: LetterHead & { blocks: Block[] }) {
  return (
    <Html lang="en-GB" dir="ltr">
      <Head />
      <Body style={look.body}>
        <Container style={look.panel}>
          <Heading as="h1" style={look.title}>
            {form}
          </Heading>
          <Text style={look.facts}>
            Reference: <strong>{reference}</strong>
            <br />
            Received: {received}
          </Text>
          {blocks.map(({ title, lines }) => (
            <Section key={title}>
              <Heading as="h2" style={look.heading}>
                {title}
              </Heading>
              {lines.map(({ label, value }) => (
                <Text key={label} style={look.line}>
                  <span style={look.label}>{label}</span>
                  <br />
                  <span dir="auto" style={look.value}>
                    {value}
                  </span>
                </Text>
              ))}
            </Section>
          ))}
          <Text style={look.closing}>{closing}</Text>
        </Container>
      </Body>
    </Html>
  );
}
