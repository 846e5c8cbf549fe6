// Protects: a draft that another page has taken over is one draft, with its photographs, and a page from memory shows what became of it.
import { expect, test } from 'vitest';
import { uploadsPath } from '#forms/evidence-rules.ts';
import { roadside } from '#forms/roadside.ts';
import { createConnectedBrowser } from '#testing/connected-browser.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { createWebStorage } from '#testing/web-storage.ts';

const photograph = (name: string) => new File(['a photograph'], name, { type: 'image/jpeg' });

test('The photographs of a closed tab are taken over with its draft, and are sent with it', async () => {
  const { inTab } = await createConnectedBrowser();
  await inTab(roadside, async (page) => {
    page.fill(idris);
    await page.choose(photograph('car.jpg'));
  });
  await inTab(roadside, async (page) => {
    expect(page.read().values.name).toBe(idris.name);
    expect(await page.chosen()).toMatchObject([{ name: 'car.jpg' }]);
    await page.submit();
    expect(page.read().receipt).not.toBeNull();
    expect(await page.waiting()).toMatchObject([{ state: { kind: 'accepted' }, photographs: 1 }]);
    expect(await page.chosen()).toEqual([]);
  });
});

test('Photographs of a tab in which nothing was typed are its own', async () => {
  const { inTab } = await createConnectedBrowser();
  const session = createWebStorage();
  await inTab(roadside, (page) => page.choose(photograph('mine.jpg')), session);
  await inTab(roadside, async (page) => {
    page.fill(idris);
    expect(await page.chosen()).toEqual([]);
  });
  // Reloaded, its tab has them still, with what was typed on the device since.
  await inTab(
    roadside,
    async (page) => {
      expect(await page.chosen()).toMatchObject([{ name: 'mine.jpg' }]);
      expect(page.read().values.name).toBe(idris.name);
    },
    session,
  );
});

test('A page that comes back from memory shows the receipt of what its tab has sent since, and nothing that was typed', async () => {
  const { inTab, dispatch } = await createConnectedBrowser();
  const session = createWebStorage();
  const left = await inTab(roadside, async (page) => page.fill(idris), session);
  const sent = await inTab(roadside, (page) => page.submit(), session);
  await inTab(roadside, async () => void dispatch('pageshow', { persisted: true }), session);
  const reference = sent.read().receipt?.reference ?? 'none';
  expect(left.read()).toMatchObject({ receipt: { reference }, values: { name: '' } });
});

test('A page that comes back from memory keeps what was typed into it', async () => {
  const { inTab, dispatch } = await createConnectedBrowser();
  const session = createWebStorage();
  const left = await inTab(roadside, async (page) => page.fill(idris), session);
  await inTab(roadside, async () => void dispatch('pageshow', { persisted: true }), session);
  expect(left.read().values).toMatchObject(idris);
});

test('While photographs of a claim wait, a reload keeps the receipt of the claim after it, and the link of the first', async () => {
  const { inTab, setTrouble, server } = await createConnectedBrowser();
  const session = createWebStorage();
  const references: (string | undefined)[] = [];
  setTrouble((request) =>
    request.url.includes(uploadsPath) ? Promise.reject(new TypeError('Failed to fetch')) : server(request),
  );
  await inTab(
    roadside,
    async (page) => {
      page.fill(idris);
      await page.choose(photograph('car.jpg'));
      await page.submit();
      references.push(page.read().receipt?.reference);
      page.fill({ ...idris, name: 'Another Person', phone: '07700 900612', locationOfAccident: 'M25 J26' });
      await page.submit();
      references.push(page.read().receipt?.reference);
    },
    session,
  );
  const [first, second] = references;
  await inTab(
    roadside,
    async (page) => {
      expect([page.read().receipt?.reference, first === second]).toEqual([second, false]);
      const receipt = { reference: first, link: expect.stringContaining('/your-claim/') };
      expect(await page.waiting()).toMatchObject([{ state: { kind: 'accepted', receipt }, photographs: 1 }]);
    },
    session,
  );
});
