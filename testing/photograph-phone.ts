import { addPhotograph, readPhotographs } from '#app/waiting/photograph-store.ts';
import { keep, readWaiting } from '#app/waiting/waiting-store.ts';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { createTestEvidence } from './create-test-evidence.ts';
import { createTestDevice, type Network } from './device.ts';
import { evidenceFiles } from './fixtures/evidence-files.ts';

export const photographOf = (name: string, bytes = evidenceFiles.jpeg()) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/** A phone on which these photographs of a claim wait, whose link was opened in it. */
export async function createPhotographPhone(...files: File[]) {
  const server = await createTestEvidence();
  const opened = server.mine;
  const fetchReally = fetch;
  const networkWith =
    (headers: Record<string, string>): Network =>
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      const body = ['POST', 'PATCH'].includes(method) ? await request.arrayBuffer() : null;
      return fetchReally(server.url + pathname + search, {
        method,
        headers: { ...Object.fromEntries(request.headers), ...headers },
        body,
      });
    };
  const network = networkWith(opened.headers);
  const device = createTestDevice(network, { withoutTabs: true });
  const { reference } = opened;
  const key = `files:${reference}`;
  for (const file of files) await addPhotograph(key, file);
  const place = { slug: 'files', path: '/your-claim', what: 'claim' as const, url: uploadsPath, body: '' };
  const receipt = { kind: 'accepted' as const, reference, createdAt: null };
  await keep({ ...place, key, createdAt: Date.now(), state: { kind: 'accepted', receipt } });
  return {
    server,
    device,
    network,
    /** That of a browser in which the link of the claim is not open. */
    closed: networkWith({ Origin: opened.headers.Origin }),
    key,
    token: opened.token,
    reference,
    /** The names of the files that our server has received. */
    stored: () =>
      server
        .evidenceRows()
        .filter(({ received_at: at }) => at !== null)
        .map(({ name }) => name),
    left: async () => ({
      photographs: (await readPhotographs(key)).length,
      notTaken: (await readWaiting()).flatMap(({ notTaken = [] }) => notTaken),
    }),
  };
}
