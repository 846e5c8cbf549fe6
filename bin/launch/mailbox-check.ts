import type { Env } from '#server/core/settings/env.ts';
import { createImapClient, placeOf, whyUnread } from '#server/mail/in/imap-connection.ts';
import type { AccessTokens } from '#server/mail/out/access-tokens.ts';
import { type CheckResult, green, red } from './check-result.ts';
import { tokenTodo } from './token-check.ts';

/** Whether the mailbox of answers can be read, where one is set: it logs in and opens the folder, and changes nothing there. */
export async function checkMailbox({ imapUrl }: Pick<Env, 'imapUrl'>, tokens: AccessTokens | null): Promise<CheckResult[]> {
  if (imapUrl === null) return [];
  const about = 'mailbox';
  const place = placeOf(imapUrl);
  try {
    const client = await createImapClient(place, tokens);
    // Its connection may end while nothing is asked; what is asked then fails by itself.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.mailboxOpen(place.path, { readOnly: true });
    } finally {
      client.close();
    }
    return [green(about, `Answers can be read from the folder ${place.path} at ${place.host} (IMAP_URL).`)];
  } catch (error) {
    const says = `Answers do not come into the desk: ${whyUnread(error, place)}.`;
    return [red(about, says, tokenTodo(says) ?? 'Correct IMAP_URL, or ask who keeps the mail server.')];
  }
}
