// Protects: files on the claim's page arrive once and whole, whatever happens to the connection, and one that is cancelled is deleted.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { createTestDevice, type Network } from '#testing/device.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { until } from '#testing/until.ts';
import { createUploadQueue, type FileUpload } from './upload-queue.ts';
import { unfinishedFiles } from './upload-storage.ts';

test('several files arrive, and one that is refused stops no other', async () => {
  const page = await openPage();
  const photograph = evidenceFiles.jpeg();
  page.queue.add([fileOf('one.jpg', photograph), fileOf('two.html', refusedFiles['a page']), film('three.mp4')]);
  await until('the end of each', () => page.states().every((state) => ['received', 'refused'].includes(state)));
  expect(page.states()).toEqual(['received', 'refused', 'received']);
  expect(page.shown[1]?.message).toMatch(/^Web pages.+PDF/);
  expect(page.shown[1]?.canRetry).toBe(false);
  expect(page.arrived()).toEqual([digestOf(photograph), digestOf(filmBytes)].sort());
  expect(unfinishedFiles(page.reference)).toEqual([]);
});

test('on a good line each piece is twice as long as the one before', async () => {
  const page = await openPage();
  // No piece takes any time.
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => now.mockRestore());
  page.queue.add([film('film.mp4')]);
  await until('the file', () => page.states()[0] === 'received');
  expect(page.patches.map(({ offset }) => offset)).toEqual([0, 512 * 1024, 3 * 512 * 1024, 7 * 512 * 1024]);
});

test('a file goes on where it stopped, once a lost connection is back', async () => {
  const page = await openPage();
  page.breakAfter(2);
  page.queue.add([film('film.mp4')]);
  await until('the lost connection', () => page.states()[0] === 'waiting');
  page.breakAfter();
  page.dispatch('online');
  await until('the file', () => page.states()[0] === 'received');
  expect(page.arrived()).toEqual([digestOf(filmBytes)]);
  const [, second] = page.patches;
  expect(page.patches[2]?.offset, 'nothing is sent again').toBe((second?.offset ?? 0) + (second?.size ?? 0));
});

test('a file that the device keeps is left to it with its address', async () => {
  const page = await openPage({ canKeep: true });
  page.breakAfter(1);
  page.queue.add([film('film.mp4')]);
  await until('the file is kept', () => page.kept.length === 1);
  await until('it is no longer shown', () => page.shown.length === 0);
  expect(page.kept).toEqual([{ name: 'film.mp4', url: expect.stringContaining('/your-claim/files/') }]);
  expect(unfinishedFiles(page.reference)).toEqual([]);
});

test('a file that cannot be read any more is to be chosen again, and nothing of it is left, nor asked for without end', async () => {
  const page = await openPage({ canKeep: true });
  const changed = film('film.mp4');
  const slice = changed.slice.bind(changed);
  vi.spyOn(changed, 'slice').mockImplementation((start, end) => {
    const piece = slice(start, end);
    // As Chromium says it of a file whose time of change is another one.
    const gone = () => Promise.reject(new DOMException('The file could not be read.', 'NotReadableError'));
    return start === 0 ? piece : Object.assign(piece, { arrayBuffer: gone });
  });
  page.queue.add([changed]);
  await until('the refusal', () => page.states()[0] === 'refused');
  expect([page.shown[0]?.message, page.kept, page.patches.length]).toEqual([expect.stringContaining('choose it again'), [], 1]);
  expect([page.rows(), unfinishedFiles(page.reference)]).toEqual([[], []]);
  page.queue.add([film('film.mp4')]);
  await until('the file', () => page.states()[1] === 'received');
  expect(page.arrived()).toEqual([digestOf(filmBytes)]);
});

test('a file that is chosen again after the tab was closed goes on where it stopped', async () => {
  const page = await openPage();
  page.breakAfter(1);
  page.queue.add([film('film.mp4')]);
  await until('the lost connection', () => page.states()[0] === 'waiting');
  page.queue.close();
  expect(unfinishedFiles(page.reference)).toEqual(['film.mp4']);
  page.breakAfter();
  const later = page.openTab();
  later.add([film('film.mp4')]);
  await until('the file', () => page.states()[0] === 'received');
  expect(page.patches[1]?.offset).toBe(512 * 1024);
  expect(page.arrived()).toEqual([digestOf(filmBytes)]);
});

test('a file that is cancelled while a piece is sent does not arrive, and what has arrived of it is deleted', async () => {
  const page = await openPage();
  const release = page.holdPatches();
  page.queue.add([film('film.mp4')]);
  await until('the first piece', () => page.patches.length === 1);
  page.queue.cancel(1);
  expect(page.shown).toEqual([]);
  expect(unfinishedFiles(page.reference)).toEqual([]);
  release();
  await until('the upload is deleted', () => page.rows().length === 0);
  expect(page.patches).toHaveLength(1);
});

test('a file that is cancelled without a connection is deleted once the connection is back', async () => {
  const page = await openPage();
  page.breakAfter(1);
  page.queue.add([film('film.mp4')]);
  await until('the lost connection', () => page.states()[0] === 'waiting');
  page.queue.cancel(1);
  expect(unfinishedFiles(page.reference)).toEqual([]);
  await until('the attempt to delete it', () => page.failed() === 2);
  expect(page.rows()).toHaveLength(1);
  page.breakAfter();
  page.dispatch('online');
  await until('the upload is deleted', () => page.rows().length === 0);
});

test('one file that is chosen twice is two uploads, and one that is cancelled takes nothing from the other', async () => {
  const page = await openPage();
  const release = page.holdPatches();
  page.queue.add([film('film.mp4'), film('film.mp4')]);
  await until('both are being sent', () => page.patches.length === 2);
  page.queue.cancel(1);
  release();
  await until('the other arrived', () => page.states()[0] === 'received');
  await until('the cancelled one is deleted', () => page.rows().length === 1);
  expect(page.arrived()).toEqual([digestOf(filmBytes)]);
});

test.each([0, 1])('a file in two tabs arrives also where it is cancelled in one, if piece %i comes first', async (first) => {
  const { page, release, other } = await sendInTwoTabs();
  other.cancel(1);
  for (const piece of [first, 1 - first]) {
    release(piece);
    await until('it ends', () => page.answered() > 0 && (piece === 1 || page.states()[0] !== 'sending'));
  }
  await until('the file of the first tab', () => page.dispatch('online') && page.states()[0] === 'received');
  expect(page.arrived()).toEqual([digestOf(filmBytes)]);
});

test('cancelling a file that another tab sends leaves it to that tab, also where it waits to go on by itself', async () => {
  const { page, release } = await sendInTwoTabs();
  release(1);
  await until('the file of the other tab', () => page.states()[0] === 'received');
  release(0);
  await until('the first tab waits', () => page.states()[0] === 'waiting');
  page.queue.cancel(1);
  page.queue.add([fileOf('one.jpg', evidenceFiles.jpeg())]);
  await until('what was sent after it', () => page.states()[0] === 'received');
  expect(page.arrived()).toContain(digestOf(filmBytes));
});

const filmBytes = evidenceFiles.mp4(4_000_000);
const film = (name: string): File => fileOf(name, filmBytes);

function fileOf(name: string, bytes: Buffer): File {
  return new File([new Uint8Array(bytes)], name, { lastModified: 1_760_000_000_000 });
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One film of which the first piece is held in one tab, and then in another. */
async function sendInTwoTabs() {
  const page = await openPage();
  const release = page.holdPatches();
  page.queue.add([film('film.mp4')]);
  await until('the first piece', () => page.patches.length === 1);
  const other = page.openTab();
  other.add([film('film.mp4')]);
  await until('the piece of the other tab', () => page.patches.length === 2);
  return { page, release, other };
}

/** The claim's page before a real server. `canKeep`: whether the device has room for files whose connection was lost. */
async function openPage({ canKeep = false } = {}) {
  const server = await createTestEvidence();
  const { reference, headers: own } = server.mine;
  const fetchReally = fetch;
  const patches: { offset: number; size: number }[] = [];
  let room = Number.POSITIVE_INFINITY;
  let failed = 0;
  let answered = 0;
  let held: PromiseWithResolvers<void>[] | null = null;
  const network: Network = async (request) => {
    const isPatch = request.method === 'PATCH';
    if (room <= 0) {
      failed += 1;
      throw new TypeError('Failed to fetch');
    }
    const { pathname, search } = new URL(request.url);
    const body = ['POST', 'PATCH'].includes(request.method) ? await request.arrayBuffer() : null;
    if (isPatch) {
      patches.push({ offset: Number(request.headers.get('upload-offset')), size: body?.byteLength ?? 0 });
      room -= 1;
      const gate = Promise.withResolvers<void>();
      if (held?.push(gate)) await gate.promise;
    }
    const headers = { ...Object.fromEntries(request.headers), ...own };
    const response = await fetchReally(`${server.url}${pathname}${search}`, { method: request.method, headers, body });
    if (isPatch) answered += 1;
    return response;
  };
  const device = createTestDevice(network, { withoutTabs: true });
  const shown: FileUpload[] = [];
  const kept: { name: string; url: string | null }[] = [];
  const openTab = () =>
    createUploadQueue(reference, {
      onChange: (uploads) => void shown.splice(0, shown.length, ...uploads),
      onReceived: () => {},
      keep: async ({ name }, url) => {
        if (!canKeep) throw new Error('There is no room.');
        kept.push({ name, url });
        return async () => {};
      },
    });
  return {
    reference,
    queue: openTab(),
    openTab,
    shown,
    kept,
    patches,
    failed: () => failed,
    dispatch: device.dispatch,
    states: () => shown.map(({ state }) => state),
    rows: server.evidenceRows,
    arrived: () =>
      server
        .evidenceRows()
        .flatMap(({ received_at, sha256 }) => (received_at && sha256 ? [sha256] : []))
        .sort(),
    /** The connection breaks after so many pieces, and stays broken until `breakAfter()`. */
    breakAfter: (pieces = Number.POSITIVE_INFINITY) => {
      room = pieces;
    },
    /** Holds the pieces that are sent from now on; returns what lets one of them go, or all. */
    holdPatches: () => {
      const gates: PromiseWithResolvers<void>[] = [];
      held = gates;
      return (piece?: number) => {
        held = null;
        for (const [index, gate] of gates.entries()) if (index === (piece ?? index)) gate.resolve();
      };
    },
    answered: () => answered,
  };
}
