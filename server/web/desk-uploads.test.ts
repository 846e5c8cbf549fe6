// Protects: staff add files to a claim, with their source, through the pipeline of the evidence; nothing is read for anybody else.
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { textsForStaff } from '#server/files/staff-refusals.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

const origin = 'https://kerbside.example';

async function openDeskUploads() {
  const testApp = await createTestEvidence();
  const { auth, now } = testApp.services;
  const hana = await joinAsStaff(auth, 'hana@kerbside.example', 'handler', 'Hana Novak', now);
  const id = String(testApp.sqlite.prepare('select id from form_submissions').pluck().get());
  const post = (files: [name: string, bytes: Buffer][], source: string | null, headers: Record<string, string> = {}) => {
    const body = new FormData();
    if (source !== null) body.append('source', source);
    for (const [name, bytes] of files) body.append('files', new File([new Uint8Array(bytes)], name));
    const own = { Cookie: hana.browser.context().cookie ?? '', Origin: origin, ...headers };
    return fetch(`${testApp.url}/desk/files/${id}`, { method: 'POST', body, redirect: 'manual', headers: own });
  };
  const rows = () =>
    testApp.sqlite
      .prepare('select id, name, added_by, source, received_at, removed_at from evidence order by name desc')
      .all() as {
      id: string;
      name: string;
      added_by: string;
      source: string | null;
      removed_at: number | null;
    }[];
  return { ...testApp, hana, id, post, rows };
}

const json = { Accept: 'application/json' };

test('Files that staff post are kept with who added them and where they are from, in history and export', async () => {
  const { post, rows, hana, id, services, mine, events } = await openDeskUploads();
  const files: [string, Buffer][] = [
    ['estimate.pdf', evidenceFiles.pdf()],
    ['wing.jpg', evidenceFiles.jpeg()],
  ];
  const response = await post(files, 'whatsapp');
  expect([response.status, response.headers.get('location')]).toEqual([303, `/desk/submissions/${id}#evidence`]);
  expect(rows().map(({ name, added_by, source }) => [name, added_by, source])).toEqual(
    ['wing.jpg', 'estimate.pdf'].map((name) => [name, hana.staff.id, 'whatsapp']),
  );
  const [first] = await services.desk.evidence.list(hana.staff, id);
  expect(first).toMatchObject({ addedByName: 'Hana Novak', source: 'whatsapp', canTakeBack: true });
  const owner = { ...hana.staff, role: 'owner' as const };
  const { email } = claimFrom().data;
  expect(String((await services.desk.exportPerson(owner, email ?? '', 'text')).body)).toContain(
    'added by Hana Novak (Received by WhatsApp)',
  );
  expect(events().map(({ action }) => action)).toEqual(['evidence received', 'evidence received']);
  // What staff add is no news from the claimant.
  expect(await services.desk.submission(hana.staff, id)).toMatchObject({ claimant: { updateAt: null } });
  // Nor does the claimant's page show it.
  expect(await (await mine.request('/your-claim')).text()).not.toContain('estimate.pdf');
});

test('A script gets a result for each file with what staff can do, and a made-up source is none', async () => {
  const { post, rows, hana, url, id, sqlite } = await openDeskUploads();
  const page = Buffer.concat([refusedFiles['a page'], Buffer.alloc(2 ** 20)]);
  const files: [string, Buffer][] = [
    ['page.html', page],
    ['wing.jpg', evidenceFiles.jpeg()],
  ];
  const response = await post(files, 'constructor', json);
  const [refused, kept] = [
    { name: 'page.html', problem: textsForStaff.active },
    { name: 'wing.jpg', problem: null },
  ];
  expect([response.status, await response.json()]).toEqual([422, { message: null, files: [refused, kept] }]);
  expect(rows().map(({ name, source }) => [name, source])).toEqual([['wing.jpg', null]]);

  expect((await (await post([], 'email', json)).json()).message).toContain('Choose one');
  const headers = { ...json, Cookie: hana.browser.context().cookie ?? '', Origin: origin };
  const text = await fetch(`${url}/desk/files/${id}`, { method: 'POST', body: 'a=b', headers });
  expect(text.status).toBe(415);

  const insert = sqlite.prepare(
    "insert into evidence (id, submission_id, name, size, created_at, added_by) values (?, ?, 'a', 1, ?, 'claimant')",
  );
  for (let count = 0; count < 59; count += 1) insert.run(`file-${count}`, id, Date.now());
  const full = await post([['wing.jpg', evidenceFiles.jpeg()]], 'email', json);
  const [{ problem }] = (await full.json()).files;
  expect([full.status, problem]).toEqual([422, expect.stringMatching(/60 files.*Take back/)]);
  expect(problem).not.toMatch(/call us/);
});

test('A session that has ended, another site and an erased claim get nothing kept', async () => {
  const { post, rows, sqlite, id } = await openDeskUploads();
  const photo: [string, Buffer][] = [['wing.jpg', evidenceFiles.jpeg()]];
  const ended = await post(photo, 'email', { ...json, Cookie: '' });
  expect([ended.status, (await ended.json()).message]).toEqual([401, expect.stringContaining('Sign in')]);
  const page = await post(photo, 'email', { Cookie: '' });
  expect([page.status, page.headers.get('location')]).toEqual([
    303,
    `/desk/sign-in?to=${encodeURIComponent(`/desk/submissions/${id}`)}`,
  ]);
  expect((await post(photo, 'email', { Origin: 'https://evil.example' })).status).toBe(403);
  expect(rows()).toEqual([]);
  sqlite.prepare('delete from form_submissions').run();
  const gone = await post(photo, 'email', json);
  expect([gone.status, (await gone.json()).files[0].problem]).toEqual([422, expect.stringContaining('erased')]);
});

test('What staff added can be taken back and put back for thirty days, then it is erased; nothing of the claimant can', async () => {
  const { post, rows, services, hana, id, clock, evidence, events } = await openDeskUploads();
  const { takeBack, putBack, list, zip } = services.desk.evidence;
  await post([['wrong.pdf', evidenceFiles.pdf()]], 'email');
  await evidence.receive(id, 'claimant', {
    name: 'theirs.pdf',
    stream: (async function* () {
      yield evidenceFiles.pdf();
    })(),
    size: null,
  });
  const [wrong, theirs] = rows().map((row) => row.id);
  expect(await takeBack(hana.staff, theirs ?? '')).toBeNull();
  expect(await takeBack(hana.staff, wrong ?? '')).toEqual({ submissionId: id });
  expect(await takeBack(hana.staff, wrong ?? '')).toBeNull();
  expect((await list(hana.staff, id)).find((item) => item.id === wrong)).toMatchObject({ takenBackByName: 'Hana Novak' });
  expect((await zip(hana.staff, id))?.files).toBe(1);
  expect(await putBack(hana.staff, wrong ?? '')).toEqual({ submissionId: id });
  expect((await zip(hana.staff, id))?.files).toBe(2);
  await takeBack(hana.staff, wrong ?? '');

  const job = evidence.jobs.find(({ kind }) => kind === 'evidence-taken-back');
  const run = { signal: new AbortController().signal, renewLease: async () => {} };
  clock.now += 30 * day - 1;
  await job?.handle({} as never, run, services.app);
  expect(rows()).toHaveLength(2);
  clock.now += 1;
  expect(await putBack(hana.staff, wrong ?? '')).toBeNull();
  await job?.handle({} as never, run, services.app);
  expect(rows().map((row) => row.id)).toEqual([theirs]);
  const actions = events().map(({ action }) => action);
  expect(actions.filter((action) => action !== 'evidence downloaded')).toEqual([
    ...['evidence received', 'evidence received', 'evidence taken back', 'evidence put back', 'evidence taken back'],
    'evidence removed',
  ]);
});
