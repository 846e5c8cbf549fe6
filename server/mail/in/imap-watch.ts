import { setTimeout as delay } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { minute } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { type App, perApp } from '#server/core/app.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { downloadEmail, noteOnUnreadable, unreadIn } from './email-in-mailbox.ts';
import { createImapClient, isRefused, placeOf, whyUnread } from './imap-connection.ts';
import { createImapCursor } from './imap-cursor.ts';
import { receiveEmail } from './receive-inbound.ts';

/** The watch of the mailbox; null where none is read. */
export const imapWatchOf = perApp((app) => (app.env.imapUrl === null ? null : createImapWatch(app, app.env.imapUrl)));

/** Nobody sees that answers do not come. It is defined whether a mailbox is read or not, as a metric has to be there from the start. */
export const mailboxAlarm = defineAlarm({
  name: 'mailbox_unread',
  about: 'Mailbox of answers',
  what: 'The mailbox of answers cannot be read.',
  todo: 'Check IMAP_URL, the password or access token, and the mail server. What claimants answer waits in the mailbox, and comes into the desk once it can be read.',
  check: (app) => imapWatchOf(app)?.whatIsWrong() ?? null,
});

/** It looks at least so often, whatever the server tells: some forget to. */
const lookEveryMs = 2 * minute;

/** A mailbox that was not read for so long is an alarm; a login that was refused twice is one at once. */
const lateAfterMs = 10 * minute;

/** After so many failures at the same e-mail, two minutes, a note is kept in its place. */
const triesOfOne = 8;

/**
 * Reads the e-mails of a mailbox as they come (IDLE), one at a time. It opens the mailbox read-only, so it deletes, moves and marks nothing.
 * The first time it begins with what comes from then on.
 */
export function createImapWatch(app: App, imapUrl: string) {
  const { log, now, mailTokens: tokens } = app;
  const pauses = app.limits.mailbox;
  const place = placeOf(imapUrl);
  const cursor = createImapCursor(app, place.name);
  const ending = new AbortController();
  let client: ImapFlow | null = null;
  let running: Promise<void> = Promise.resolve();
  let lastReadAt = now();
  let pauseMs = pauses.firstMs;
  /** What went wrong since it was last read. */
  let trouble: { why: string; refusals: number } | null = null;
  /** The e-mail at which it failed, and how often. */
  let failing = { uid: 0, times: 0 };

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await readUntilItEnds();
      } catch (error) {
        if (ending.signal.aborted) return;
        const refusals = isRefused(error) ? (trouble?.refusals ?? 0) + 1 : 0;
        if (refusals > 0) tokens?.noteRefused(place.user);
        trouble = { why: whyUnread(error, place), refusals };
        log.warn('mailbox not read', { reason: trouble.why, error: errorMessage(error) });
      }
      client?.close();
      await pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, trouble?.refusals ? pauses.refusedMs : pauses.longestMs);
    }
  }

  async function readUntilItEnds(): Promise<void> {
    const opened = await createImapClient(place, tokens);
    client = opened;
    if (ending.signal.aborted) return;
    let wake = () => {};
    opened.on('exists', () => wake());
    opened.on('error', (error) => log.debug('mailbox connection', { error: errorMessage(error) }));
    opened.on('close', () => wake());
    const deadline = setTimeout(() => opened.close(), pauses.stepMs);
    try {
      await opened.connect();
      const { uidValidity, uidNext } = await opened.mailboxOpen(place.path, { readOnly: true });
      if (!uidValidity || !uidNext) throw new Error('it does not say how it numbers emails');
      const validity = String(uidValidity);
      await cursor.begin(validity, uidNext);
      while (opened.usable) {
        // What arrives while it reads wakes it, too.
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        deadline.refresh();
        if (!(await readNew(opened, validity, deadline))) return;
        const timer = setTimeout(wake, lookEveryMs);
        await woken;
        clearTimeout(timer);
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  /** False where the numbers of this connection are old ones. */
  async function readNew(opened: ImapFlow, validity: string, deadline: NodeJS.Timeout): Promise<boolean> {
    const unread = await cursor.unread(validity);
    if (!unread) return false;
    const uids = await unreadIn(opened, unread);
    for (const uid of uids) {
      if (ending.signal.aborted) return true;
      deadline.refresh();
      await keep(opened, validity, uid);
      noteRead();
    }
    noteRead();
    return true;
  }

  function noteRead(): void {
    lastReadAt = now();
    pauseMs = pauses.firstMs;
    trouble = null;
  }

  async function keep(opened: ImapFlow, validity: string, uid: number): Promise<void> {
    const keepRaw = (raw: Buffer, arrivedAt: number) =>
      receiveEmail(app, raw, 'imap', (tx) => cursor.advance(tx, validity, { uid, arrivedAt }));
    try {
      const email = await downloadEmail(opened, uid);
      if (email) await keepRaw(email.raw, email.arrivedAt);
    } catch (error) {
      if (ending.signal.aborted) throw error;
      failing = { uid, times: failing.uid === uid ? failing.times + 1 : 1 };
      if (failing.times < triesOfOne) throw error;
      await keepRaw(await noteOnUnreadable(opened, uid), 0);
      log.error('email of the mailbox not read', { uid, error: errorMessage(error) });
    }
  }

  /** Ends early where the watch does. */
  function pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: ending.signal }).catch(() => {});
  }

  function whatIsWrong(): string | null {
    const isRefusedAgain = (trouble?.refusals ?? 0) > 1;
    if (!isRefusedAgain && now() - lastReadAt <= lateAfterMs) return null;
    const why = trouble?.why ?? 'the mail server does not answer';
    return `The mailbox of answers has not been read since ${shortLondonMoment(lastReadAt)}: ${why}.`;
  }

  return {
    start: (): void => {
      running = watch();
    },
    /** Why it cannot be read, as a sentence for staff; null where it can, or fails since a moment ago. */
    whatIsWrong,
    close: async (): Promise<void> => {
      ending.abort();
      client?.close();
      await running;
    },
  };
}
