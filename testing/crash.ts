import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aoife, lukasz, xiaoming } from './fixtures/people.ts';
import { freePort } from './free-port.ts';
import { type ReceivedEmail, startMailServer } from './mail-server.ts';
import { type ProductProcess, spawnProduct, teamAddress } from './product.ts';
import { startSecondProcess } from './second-process.ts';
import { sendForm } from './send-claims.ts';
import { until } from './until.ts';

type CrashCounts = {
  kills: number;
  acknowledged: number;
  /** Submissions that were acknowledged and are not in the store: must be 0. */
  lost: number;
  stored: number;
  /** Responses with 5xx: must be 0. No response, because the product was killed, does not count. */
  refused: number;
  /** The longest that the other process held the file. Claims are refused where it stands still with it for five seconds. */
  longestHoldMs: number;
  /** Submissions that were stored with other answers than were sent, or more than once: must be 0. */
  wrong: number;
  /** Submissions that were stored and whose e-mail never reached the mail server: must be 0. */
  withoutEmail: number;
  /** E-mails that reached the mail server more than once, each with the Message-ID it had before. */
  repeatedEmails: number;
  /** Submissions with e-mails under different Message-IDs: must be 0. */
  otherMessageIds: number;
};

export type StoredRow = { reference: string; data: Record<string, string> };

/**
 * Kills the product at any moment while people send claims, and counts the results. Half of the people try again with the same key
 * until they have a response, as the page does; half give up.
 */
export async function crash(options: {
  kills: number;
  senders: number;
  env: Record<string, string>;
  instances?: number;
  /** A SQLite file that another process writes to all the while; null where there is none. */
  besideWriterOf: string | null;
  /** Reads every row of the store without the product. */
  readStore: () => Promise<StoredRow[]>;
  /** Whether no e-mail waits any more. */
  isOutboxEmpty: () => Promise<boolean>;
  limitMs?: number;
  onKill?: (kills: number) => void;
}): Promise<CrashCounts> {
  const mail = await startMailServer();
  const env = { ...options.env, SMTP_URL: mail.url, MAIL_TO: teamAddress };
  const ports = await Promise.all(Array.from({ length: options.instances ?? 1 }, freePort));
  const running = await Promise.all(ports.map((port) => spawnProduct({ ...env, PORT: String(port) })));
  await Promise.all(running.map(({ ready }) => ready));
  const second = options.besideWriterOf ? await startSecondProcess(options.besideWriterOf, { writesEveryMs: 1 }) : null;
  const acknowledged = new Map<string, string>();
  const refused: number[] = [];
  const sent = new Map<string, Record<string, string>>();
  let over = false;

  async function sender(number: number) {
    for (let count = 0; !over; count += 1) {
      const mark = `${number}-${count}-${randomUUID()}`;
      const person = [aoife, lukasz, xiaoming][count % 3] as Record<string, string>;
      sent.set(mark, { ...person, additionalInfo: mark });
      const attempts = number % 2 === 0 ? 200 : 1;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { status, reference } = await sendForm(urlOf(attempt + number), { ...person, additionalInfo: mark }, mark);
        if (status === 200 && reference) acknowledged.set(mark, reference);
        if (status >= 500) refused.push(status);
        if (status === 200) break;
        await pause(20);
      }
    }
  }

  function urlOf(turn: number): string {
    return `http://127.0.0.1:${ports[turn % ports.length]}`;
  }

  async function killAndRestart(index: number): Promise<void> {
    const product = running[index] as ProductProcess;
    // The kill sometimes comes before the product serves, and mostly while it serves.
    if (Math.random() < 0.85) {
      await product.ready;
      const before = acknowledged.size;
      await until('a claim to be acknowledged', () => acknowledged.size > before);
    }
    await pause(Math.random() * 150);
    await product.end('SIGKILL');
    running[index] = await spawnProduct({ ...env, PORT: String(ports[index]) });
  }

  const senders = Array.from({ length: options.senders }, (_, number) => sender(number));
  for (let kills = 0; kills < options.kills; kills += 1) {
    await killAndRestart(kills % running.length);
    options.onKill?.(kills + 1);
  }
  await Promise.all(running.map(({ ready }) => ready));
  over = true;
  await Promise.all(senders);
  await until('the outbox to be empty', options.isOutboxEmpty, options.limitMs);
  for (const product of running) await product.end('SIGTERM');
  await second?.stop();
  const rows = await options.readStore();
  await mail.close();
  const found = count(options.kills, rows, acknowledged, sent, mail.emails.filter(isToTeam));
  return { ...found, refused: refused.length, longestHoldMs: second?.longestHoldMs() ?? 0 };
}

function isToTeam({ envelope }: ReceivedEmail): boolean {
  return envelope.to[0] === teamAddress;
}

function count(
  kills: number,
  rows: StoredRow[],
  acknowledged: Map<string, string>,
  sent: Map<string, Record<string, string>>,
  emails: { messageId?: string; text?: string }[],
): Omit<CrashCounts, 'refused' | 'longestHoldMs'> {
  const byMark = Map.groupBy(rows, ({ data }) => data.additionalInfo ?? '');
  const idsByReference = new Map<string, string[]>();
  for (const { messageId = '', text = '' } of emails) {
    const reference = /^Reference: (\S+)$/m.exec(text)?.[1] ?? '';
    idsByReference.set(reference, [...(idsByReference.get(reference) ?? []), messageId]);
  }
  const ids = [...idsByReference.values()];
  return {
    kills,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter(([mark, reference]) => byMark.get(mark)?.[0]?.reference !== reference).length,
    stored: rows.length,
    wrong: [...byMark].filter(([mark, same]) => same.length !== 1 || !isSame(same[0]?.data, sent.get(mark))).length,
    withoutEmail: rows.filter(({ reference }) => !idsByReference.has(reference)).length,
    repeatedEmails: ids.reduce((sum, one) => sum + one.length - 1, 0),
    otherMessageIds: ids.filter((one) => new Set(one).size > 1).length,
  };
}

function isSame(stored: Record<string, string> = {}, sent: Record<string, string> = {}): boolean {
  const names = new Set([...Object.keys(stored), ...Object.keys(sent)]);
  return [...names].every((name) => stored[name] === sent[name]);
}
