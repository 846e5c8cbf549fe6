import { loadavg } from 'node:os';
import { join } from 'node:path';
import { aoife } from '#testing/fixtures/people.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { type AnonymousRequest, anonymousRequests } from './anonymous-requests.ts';
import type { Line } from './bench-result.ts';
import { cpuSeconds } from './process-figures.ts';

/** Each request is sent this often before it is measured, and then while it is. */
const times = { before: 5, measured: 30 };

const shown = 20;

/** Sends a claim, and then what anybody may send, with the token of its private link. */
export async function openSender(url: string) {
  let number = 0;
  const send = async ({ method = 'GET', path, headers = {}, body }: AnonymousRequest) => {
    number += 1;
    const sent = { method, headers, ...(body !== undefined && { body: body.replaceAll('{n}', String(number)) }) };
    return request(`${url}${path}`, sent);
  };
  const first = await send({
    what: 'a claim',
    method: 'POST',
    path: '/functions/v1/send-form-email',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ formName: 'Make a Claim', formData: aoife }),
  });
  return { send, token: String(first.json().link).split('/').at(-1) ?? '' };
}

/** The processor time that the built product needs for each request that anybody can make, without its limits: the dearest ones. */
export async function dearestRequests(folder: string): Promise<Line[]> {
  const product = await spawnProduct({ DATA_DIR: join(folder, 'product') });
  await product.ready;
  const pid = product.process.pid as number;
  const { send, token } = await openSender(product.url);
  const costs: { what: string; status: number; ms: number }[] = [];
  for (const one of anonymousRequests(product.url, token)) {
    let status = 0;
    for (let index = 0; index < times.before; index += 1) status = (await send(one)).status;
    const before = cpuSeconds(pid);
    for (let index = 0; index < times.measured; index += 1) await send(one);
    costs.push({ what: one.what, status, ms: ((cpuSeconds(pid) - before) / times.measured) * 1_000 });
  }
  await product.end('SIGTERM');
  const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  return [
    { what: 'load average', found: loadavg()[0]?.toFixed(1) ?? '' },
    ...dearest.map(({ what, status, ms }) => ({ what: `${what} (${status})`, found: `${ms.toFixed(1)} ms` })),
  ];
}
