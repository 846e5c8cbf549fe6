import { setTimeout as pause } from 'node:timers/promises';
import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { errorMessage } from '#server/core/observability/log.ts';

/** How long one attempt may take. */
const limitMs = 10_000;

/** When this instance last tried, how many attempts in a row have failed, and why the last one did. */
const attemptsOf = perApp(() => ({ triedAt: Number.NEGATIVE_INFINITY, failed: 0, why: '' }));

/** Writes a small object to the bucket and removes it, once a minute, and after a failure with each check. */
export const unwritableAlarm = defineAlarm({
  name: 'evidence_unwritable',
  about: 'Where files of claims are kept',
  what: 'Nothing can be written where the files of claims are kept. Files are refused; claims are taken without them.',
  todo: 'Look whether the bucket of EVIDENCE_URL answers, and whether its key may write there.',
  check: async (app) => {
    if (app.env.evidenceUrl === null) return null;
    const attempts = attemptsOf(app);
    if (attempts.failed > 0 || Math.abs(app.now() - attempts.triedAt) >= minute) {
      attempts.triedAt = app.now();
      const why = await whyNotWritten(app);
      attempts.failed = why === null ? 0 : attempts.failed + 1;
      attempts.why = why ?? '';
    }
    return attempts.failed < 2 ? null : `Nothing can be written to the bucket of EVIDENCE_URL: ${attempts.why}`;
  },
});

/** Null where it could be written to. */
async function whyNotWritten({ files, now }: App): Promise<string | null> {
  const key = `canary/${makeId(now())}`;
  const attempt = async () => {
    await files.put(key, Buffer.from('This may be removed.'));
    await files.remove(key);
    return null;
  };
  const silence = `It does not answer within ${limitMs / 1_000} seconds.`;
  return Promise.race([attempt().catch(errorMessage), pause(limitMs, silence, { ref: false })]);
}
