import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { refusals } from '#forms/errors.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { type HttpResponse, jsonPost, type RequestOptions, request } from '#testing/http.ts';
import { query } from '#testing/postgres-server.ts';
import { type Product, startProduct } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { nameOf } from './faulty-places.ts';
import { siteDomain, startProxy } from './proxy.ts';

export type Load = Awaited<ReturnType<typeof startLoad>>;

/** What an instance opens at most, and commands (docs/operations.md). */
const mostSessions = 2 * 14 + 3;

/** A person who gets no answer for so long sends again; for a file S3 may be silent for twenty seconds. */
const patienceMs = { claim: 15_000, file: 30_000 };

/**
 * Two instances behind HAProxy with the example of deploy/, and eight people who send claims, each again and again with its key until it is taken.
 * `store`: the URL of the database by which it is looked into, never through what is in between. `uploads`: each claim has a file.
 */
export async function startLoad(options: {
  settings: Record<string, string>;
  ofSecond?: Record<string, string>;
  store: () => string;
  uploads?: boolean;
  /** Only the first of the two is started. */
  isAlone?: boolean;
}) {
  const alarms = await startWebhookServer();
  const settings = {
    AUTH_SECRET: 'shared'.repeat(8),
    SITE_URL: `https://${siteDomain}`,
    TRUST_PROXY: '1',
    ALARM_URL: alarms.url,
    ...options.settings,
  };
  const products: Product[] = [];
  const ports = [await freePort(), await freePort()] as const;
  /** Again where it was, with other settings or of another release. */
  const start = async (number: 0 | 1, more: Record<string, string> = {}, release?: string) => {
    const own = number === 1 ? options.ofSecond : {};
    const its = { ...settings, PORT: String(ports[number]), ...own, ...more };
    products[number] = await startProduct(its, products[number], release);
  };
  await start(0);
  if (!options.isAlone) await start(1);
  const proxy = await startProxy('haproxy', ports[0], { others: [ports[1]], addressHeader: 'Visitor-Address' });
  let isOver = false;
  const acknowledged = new Map<string, string>();
  const files: string[] = [];
  /** How many files were answered how. */
  const fileAnswers = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const refused: { at: number; what: string }[] = [];
  const windows: number[] = [];
  const ready = new Set<string>();
  let [sessions, longestMs, visitors] = [0, 0, 0];

  /** Null where no answer came in time, or none at all. HAProxy counts what comes from one address. */
  const send = async (
    path: string,
    { headers, ...call }: RequestOptions,
    forMs = patienceMs.claim,
  ): Promise<HttpResponse | null> => {
    visitors += 1;
    const from = { Host: siteDomain, 'Visitor-Address': `10.${[16, 8, 0].map((bits) => (visitors >> bits) & 255).join('.')}` };
    const sent = request(proxy.url + path, { ...call, headers: { ...headers, ...from }, signal: AbortSignal.timeout(forMs) });
    return sent.catch(() => null);
  };

  const sendFile = async (reference: string, link: string) => {
    const headers = { Authorization: `Bearer ${link.split('/').at(-1)}`, 'Content-Type': 'image/jpeg' };
    const path = `/storage/v1/object/evidence/${reference}/a.jpg`;
    const answer = await send(path, { method: 'POST', headers, body: evidenceFiles.jpeg() }, patienceMs.file);
    if (answer?.status === 200) files.push(reference);
    const what = answer ? String(answer.status) : 'no answer';
    fileAnswers.set(what, (fileAnswers.get(what) ?? 0) + 1);
  };

  const senders = Array.from({ length: 8 }, async (_, number) => {
    while (!isOver) {
      const mark = `${number}-${crypto.randomUUID()}`;
      const call = jsonPost(
        { formName: 'Make a Claim', formData: { ...aoife, additionalInfo: mark } },
        { Origin: settings.SITE_URL, 'Idempotency-Key': mark },
      );
      const firstAt = performance.now();
      while (!acknowledged.has(mark) && !isOver) {
        const answer = await send('/functions/v1/send-form-email', call);
        const isKerbside = answer?.text.startsWith('{');
        const { reference, message, link } = isKerbside && answer ? answer.json() : {};
        if (answer?.status === 200 && reference) {
          acknowledged.set(mark, reference);
          if (options.uploads && acknowledged.size % 8 === 0) sending.push(sendFile(reference, String(link)));
        } else
          refused.push({ at: performance.now(), what: answer ? `${answer.status} ${message ?? 'of HAProxy'}` : 'no answer' });
        await pause(reference ? 100 : 250);
      }
      longestMs = Math.max(longestMs, performance.now() - firstAt);
    }
  });

  const watch = (everyMs: number, look: () => Promise<unknown>) => {
    const go = async () => {
      for (; !isOver; await pause(everyMs)) await look().catch(() => {});
    };
    return go();
  };
  const held = () =>
    `select pid from pg_stat_activity where datname = '${nameOf(options.store())}' and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const watchers = [
    watch(500, async () => {
      sessions = Math.max(sessions, (await query(options.store(), held())).length);
    }),
    ...ports.map((port) =>
      watch(500, async () => {
        const asked = request(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
        const answer = await asked.catch(() => null);
        if (answer)
          ready.add(`${answer.status} ${answer.status === 200 ? (answer.json().why ?? answer.json().store) : 'stopping'}`);
        else ready.add('no answer');
      }),
    ),
  ];
  onTestFinished(async () => {
    isOver = true;
    await Promise.all([...senders, ...watchers]);
    await proxy.stop();
    for (const product of products) await product.kill();
    for (const { dataDir } of products) await removeFolder(dataDir);
  });
  await until('claims', () => acknowledged.size > 20);
  refused.length = 0;

  return {
    products,
    start,
    acknowledged,
    files,
    /** The alarms that have begun. */
    alarms: () => new Set(alarms.hooks.filter(({ body }) => body?.state === 'begun').map(({ body }) => String(body?.alarm))),
    ready,
    refused,
    /** Measures for how long claims are refused from the beginning of a fault on, which returns what makes all whole again once they are taken. */
    endure: async (fault: () => Promise<unknown>) => {
      const before = refused.length;
      const beganAt = performance.now();
      const mend = await fault();
      const taken = acknowledged.size;
      const isTaken = () => acknowledged.size > taken + 40 && performance.now() - (refused.at(-1)?.at ?? 0) > 5_000;
      await until('claims to be taken and none refused for some seconds', isTaken);
      windows.push(refused.length > before ? (refused.at(-1)?.at ?? 0) - beganAt : 0);
      if (typeof mend === 'function') await mend();
    },
    /** Nothing that was acknowledged is lost, nothing is there twice, and whoever was refused was told the number. Returns the times for which claims were refused. */
    end: async (fault: string) => {
      isOver = true;
      await Promise.all([...senders, ...watchers]);
      await Promise.all(sending);
      const rows = await query(options.store(), "select reference, form_data->>'additionalInfo' as mark from form_submissions");
      const stored = Map.groupBy(rows, ({ mark }) => String(mark));
      const withFiles = await query(
        options.store(),
        'select reference from form_submissions s join evidence e on e.submission_id = s.id where received_at is not null',
      );
      const listed = new Set(withFiles.map(({ reference }) => reference));
      const lost = [...acknowledged].filter(([mark, reference]) => stored.get(mark)?.[0]?.reference !== reference);
      const twice = [...stored].filter(([, same]) => same.length > 1);
      const kinds = Map.groupBy(refused, ({ what }) => (what === `503 ${refusals.notSaved}` ? 'with the number' : what));
      const ofFiles = [...fileAnswers].map(([answer, count]) => `${count} files ${answer}`);
      const what = [...[...kinds].map(([kind, { length }]) => `${length} ${kind}`), ...ofFiles].join(', ');
      const seen = [...ready].filter((state) => state !== '200 up').join('; ');
      const told = [...new Set(alarms.hooks.map(({ body }) => `${body?.alarm} ${body?.state}`))].join(', ');
      console.log(
        `| ${[fault, acknowledged.size, lost.length, twice.length, what || '0', windows.map((ms) => (ms / 1_000).toFixed(1)).join(', '), (longestMs / 1_000).toFixed(1), seen, told, sessions].join(' | ')} |`,
      );
      expect([lost, twice, files.filter((reference) => !listed.has(reference))]).toEqual([[], [], []]);
      expect([...fileAnswers.keys()].filter((answer) => answer !== '200' && answer !== '503')).toEqual([]);
      expect(sessions).toBeLessThanOrEqual(mostSessions);
      return { windows, refusals: [...kinds.keys()] };
    },
  };
}
