import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { FormData, FormDefinition } from '#forms/form.ts';
import { type Block, blocksOf } from './answers.ts';
import { londonTime } from './london-time.ts';
import * as look from './look.ts';

export type Notification = { form: FormDefinition; data: FormData; reference: string; submittedAt: number };
export type Rendered = { subject: string; html: string; text: string };

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

/**
 * One line whatever was typed, short enough for a phone's list; cut between characters as people see them, not within one.
 * Marks that turn the direction of writing are left out: they would turn the words after them too.
 */
export function subjectLine(text: string): string {
  const line = text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(graphemes.segment(line.slice(0, 5_000)), ({ segment }) => segment);
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : line;
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

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
