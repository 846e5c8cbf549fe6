// Protects: a photograph stays on the device as long as our server can still take it.
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { createPhotographPhone, photographOf } from '#testing/photograph-phone.ts';
import { addPhotograph } from './photograph-store.ts';
import { formEndpoint } from './post-submission.ts';
import { sendWaitingPhotographs } from './send-waiting.ts';
import { change, keep, readWaiting } from './waiting-store.ts';

/** A photograph whose upload ends, without our server having received it, or having said so. The device may have the only copy. */

const ours = (status: number, message: string) => new Response(message, { status, headers: { [answerHeader]: '1' } });

type Act = () => Promise<Response>;

const troubles: [string, string, (end: Act, pass: Act) => Promise<Response>][] = [
  ['The disk is full when it begins', 'POST', async () => ours(507, evidenceRefusals.full)],
  ['The disk is full meanwhile', 'PATCH', async () => ours(507, evidenceRefusals.full)],
  ['Another length arrives', 'PATCH', (end) => end().then(() => ours(422, evidenceRefusals.incomplete))],
  ['The upload has ended', 'PATCH', (end) => end().then(() => ours(404, evidenceRefusals.noUpload))],
  ['The last answer is lost', 'PATCH', (_, pass) => pass().then(() => Promise.reject(new TypeError('Failed to fetch')))],
];

test.each(troubles)('%s: the photograph is kept, and sent again after that', async (_, method, trouble) => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('only-copy.jpg'));
  device.network = async (request) => {
    const end = () => network(new Request(request.url, { method: 'DELETE', headers: request.headers }));
    const pass = () => network(request);
    return request.method === method ? trouble(end, pass) : pass();
  };
  await sendWaitingPhotographs('leave');
  expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  device.network = network;
  await sendWaitingPhotographs('leave');
  expect([(await left()).photographs, stored()]).toEqual([0, ['only-copy.jpg']]);
});

test.each(['is withheld', 'has ended'])(
  'A photograph of a claim whose link %s waits until it is opened, and holds up none of another claim',
  async (fate) => {
    const { device, closed, network, key, reference, token, stored, left } = await createPhotographPhone(
      photographOf('older.jpg'),
    );
    const place = { url: formEndpoint, slug: 'roadside', path: '/roadside', what: 'claim' as const, body: '' };
    const receiptWith = (link: string | null) => ({
      kind: 'accepted' as const,
      receipt: { kind: 'accepted' as const, reference, createdAt: null, link },
    });
    const ended = `https://kerbside.example/your-claim/${token.slice(0, -8)}AAAAAAAA`;
    await change(key, { ...place, state: receiptWith(fate === 'has ended' ? ended : null) });
    const later = 'l'.repeat(32);
    await addPhotograph(later, photographOf('newer.jpg'));
    await keep({
      ...place,
      key: later,
      createdAt: Date.now() + 1,
      state: receiptWith(`https://kerbside.example/your-claim/${token}`),
    });
    device.network = closed;
    await sendWaitingPhotographs('leave');
    expect([await left(), stored()]).toEqual([{ photographs: 1, notTaken: [] }, ['newer.jpg']]);
    expect((await readWaiting()).map(({ needsLink }) => Boolean(needsLink))).toContain(true);
    device.network = network;
    await sendWaitingPhotographs('leave', true);
    expect([(await left()).photographs, stored()]).toEqual([0, ['newer.jpg', 'older.jpg']]);
  },
);

test('A photograph whose link has ended waits for a new one, in whatever words another build of the server says so', async () => {
  const { device, network, stored, left } = await createPhotographPhone(photographOf('only-copy.jpg'));
  for (const method of ['POST', 'PATCH']) {
    device.network = async (request) =>
      request.method === method ? ours(403, 'Please open your claim by its link once more.') : network(request);
    await sendWaitingPhotographs('leave', true);
    expect(await left()).toEqual({ photographs: 1, notTaken: [] });
  }
  device.network = network;
  await sendWaitingPhotographs('leave', true);
  expect([(await left()).photographs, stored()]).toEqual([0, ['only-copy.jpg']]);
});
