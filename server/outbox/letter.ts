import { renderNotification } from '#emails/notification.tsx';
import type { FormData, FormDefinition } from '#forms/form.ts';
import { findForm } from '#forms/forms.ts';
import type { Message } from '#server/mail/mailer.ts';
import { replyAddress } from './reply-address.ts';

/** A letter that this sender holds, with the submission it announces. */
export type ClaimedLetter = {
  id: string;
  kind: string;
  /** This try included. */
  tries: number;
  fence: number;
  createdAt: number;
  firstTriedAt: number;
  /** Until then no other sender takes it. */
  leaseUntil: number;
  reference: string;
  formName: string;
  submittedAt: number;
  data: FormData;
};

export type Addresses = {
  from: string;
  to: string;
  /** The right part of every Message-ID. */
  domain: string;
};

export async function writeLetter(letter: ClaimedLetter, addresses: Addresses): Promise<Message> {
  const { reference, data, submittedAt } = letter;
  const form = findForm(letter.formName) ?? formOfAnswers(letter.formName, data);
  return {
    ...(await renderNotification({ form, data, reference, submittedAt })),
    id: `<${letter.id}@${addresses.domain}>`,
    fileName: `${new Date(submittedAt).toISOString().replaceAll(/[:.]/g, '-')}-${reference}-${letter.id}.eml`,
    from: addresses.from,
    to: addresses.to,
    replyTo: replyAddress(data.email ?? ''),
    sentAt: submittedAt,
  };
}

/** A form that has been removed since: its letters still go out, with the fields' names for labels. */
function formOfAnswers(name: string, data: FormData): FormDefinition {
  const fields = Object.keys(data).map((key) => ({ name: key, label: key, type: 'textarea' as const }));
  return {
    name,
    slug: 'removed',
    path: '/',
    submitLabel: '',
    busyLabel: '',
    promiseHours: null,
    subjectOf: () => '',
    sections: [{ title: name, fields }],
  };
}
