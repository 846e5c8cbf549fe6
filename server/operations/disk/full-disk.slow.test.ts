// Protects: a full disk still takes claims for a while, and somebody is told.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { site } from '#content/site.ts';
import { lukasz } from '#testing/fixtures/people.ts';
import { jsonPost, request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { canMount, fillDisk, makeSmallDisk, type SmallDisk } from '#testing/small-disk.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { reserveFileName } from './disk-reserve.ts';

const megabyte = 1024 ** 2;
const isPossible = canMount();

/** A disk on which the reserve is 8 MB. */
function smallDisk(ballastMegabytes: number) {
  const disk = makeSmallDisk(temporaryFolder(), 256);
  if (ballastMegabytes > 0) disk.run('fallocate', '--length', `${ballastMegabytes}M`, join(disk.dataDir, reserveFileName));
  return disk;
}

async function startOn(disk: SmallDisk, settings: Record<string, string> = {}) {
  const product = await spawnProduct({ DATA_DIR: disk.dataDir, ...settings }, undefined, undefined, disk.within);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  const folder = disk.seenThrough(product.process.pid);
  let count = 0;
  const sendClaim = async () => {
    count += 1;
    // Long enough that each claim needs new pages.
    const formData = { ...lukasz, additionalInfo: `${count} ${'They reversed into my parked car. '.repeat(2_000)}` };
    const call = jsonPost({ formName: 'Make a Claim', formData });
    const { status, json } = await request(`${product.url}/functions/v1/send-form-email`, call);
    return { status, message: String(json().message) };
  };
  const readiness = async () => (await request(`${product.url}/readyz`)).json().store;
  return { ...product, folder, sendClaim, readiness, reserve: () => statSync(join(folder, reserveFileName)).size };
}

test.runIf(isPossible)(
  'on a disk that another program fills claims are stored by the reserve, and refused with the helpline before it is gone',
  async () => {
    const disk = smallDisk(8);
    const { folder, sendClaim, readiness, reserve, end } = await startOn(disk);
    fillDisk(folder, 'taken');
    // As many at once as are committed in a thread of their own.
    const answers = await Promise.all(Array.from({ length: 12 }, sendClaim));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    do answers.push(await sendClaim());
    while (answers.at(-1)?.status === 200 && answers.length < 1_000);
    expect(answers.at(-1)).toEqual({ status: 503, message: expect.stringContaining(site.helpline.display) });
    const left = reserve() / megabyte;
    expect([left > 3, left < 4]).toEqual([true, true]);
    await until('readiness to say so', async () => (await readiness()) === 'away');

    fillDisk(folder, 'taken too');
    await end('SIGKILL');
    const again = await startOn(disk);
    expect(again.output()).toContain('Kerbside gives up a part of its reserve in order to start: make room.');
    expect([(await again.sendClaim()).status, await again.readiness()]).toEqual([503, 'away']);
    for (const name of ['taken', 'taken too']) rmSync(join(again.folder, name), { force: true });
    expect((await again.sendClaim()).status).toBe(200);
    await until('readiness to be back', async () => (await again.readiness()) === 'up');
  },
);

test.runIf(isPossible)(
  'a full disk rings at ALARM_URL although no job can run, and is over there when there is room',
  async () => {
    const hooks = await startWebhookServer();
    const disk = smallDisk(0);
    const { folder, sendClaim, readiness } = await startOn(disk, { ALARM_URL: hooks.url });
    fillDisk(folder, 'taken');
    // The log of the store may have room for some.
    const statuses = [(await sendClaim()).status];
    while (statuses.at(-1) === 200 && statuses.length < 100) statuses.push((await sendClaim()).status);
    expect(statuses.at(-1)).toBe(503);
    await until('readiness to say so', async () => (await readiness()) === 'away');
    const told = () => hooks.hooks.map(({ body }) => `${body?.alarm} ${body?.state}`);
    await until('the alarm', () => told().includes('store_unreachable begun'));
    rmSync(join(folder, 'taken'));
    await until('its end', () => told().includes('store_unreachable ended'));
    expect((await sendClaim()).status).toBe(200);
  },
);
