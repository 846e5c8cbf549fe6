// Protects: a place for files or a virus scanner that does not work is found before launch.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findClamd, startClamd } from '#testing/clamd-server.ts';
import { freePort } from '#testing/free-port.ts';
import { about, check, setupLaunch } from '#testing/launch-place.ts';
import { startS3 } from '#testing/s3.ts';
import { checkEvidenceSpace } from './evidence-check.ts';

const { readyPlace } = setupLaunch();

test('a folder for files of claims can be written, and leaves nothing there', async () => {
  const place = await readyPlace();
  for (const folder of [place.DATA_DIR, join(place.DATA_DIR, 'evidence')]) {
    mkdirSync(folder, { recursive: true });
    const found = (await check(place)).filter(({ about }) => ['evidence', 'virus scan'].includes(about));
    expect(found.map(({ state }) => state)).toEqual(['green', 'green']);
    expect(found.map(({ says }) => says).join()).toMatch(/EVIDENCE_URL is not set.*CLAMD_URL is not set/);
    expect(readdirSync(folder).filter((name) => name.includes('launch-check'))).toEqual([]);
  }
});

test('a folder for files of claims that cannot be written is red, and so is one without the reserved space', async () => {
  const place = await readyPlace();
  writeFileSync(join(place.DATA_DIR, 'evidence'), 'no folder');
  const findings = await check(place);
  expect(about(findings, 'red')).toEqual(['evidence']);
  expect(findings.find(({ about }) => about === 'evidence')?.says).toContain('cannot be written');
  expect(checkEvidenceSpace('/data/evidence', 1024 ** 3)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('only 1073 MB are free'),
  });
  expect(checkEvidenceSpace('/data/evidence', 1024 ** 3 + 1).state).toBe('green');
  expect(checkEvidenceSpace('/data/evidence', 4 * 1024 ** 3, 50 * 1024 ** 3)).toMatchObject({
    state: 'red',
    says: expect.stringContaining('nobody has contacted yet'),
  });
});

test('a bucket is tried with an object that is removed again; one that is not there or does not answer is red', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const place = await readyPlace();
  const evidenceCheck = async (EVIDENCE_URL: string) =>
    (await check(place, { settings: { EVIDENCE_URL } })).find(({ about }) => about === 'evidence');
  expect(await evidenceCheck(s3.url)).toMatchObject({
    state: 'green',
    says: expect.stringContaining('bucket evidence at 127.0.0.1'),
  });
  expect(s3.requests.map((one) => one.split(' ')[0])).toEqual(expect.arrayContaining(['PUT', 'GET', 'DELETE']));
  expect(await s3.contents()).toEqual({ objects: [], uploads: [] });
  const noBucket = await evidenceCheck(s3.url.replace(':S3RVER@', ':hunter2@').replace('/evidence?', '/elsewhere?'));
  expect(noBucket).toMatchObject({ state: 'red', says: expect.stringContaining('the bucket elsewhere at 127.0.0.1') });
  expect(JSON.stringify(noBucket)).not.toContain('hunter2');
  expect(await evidenceCheck(`s3://KEY:SECRET@127.0.0.1:${await freePort()}/evidence?tls=off`)).toMatchObject({ state: 'red' });
});

test('a virus scanner that does not answer is red', async () => {
  const CLAMD_URL = `tcp://127.0.0.1:${await freePort()}`;
  const findings = await check(await readyPlace(), { settings: { CLAMD_URL } });
  expect(about(findings, 'red')).toEqual(['virus scan']);
  expect(findings.find(({ about }) => about === 'virus scan')?.says).toContain(CLAMD_URL);
});

const clamdProgram = findClamd();

test.runIf(clamdProgram).each([
  { StreamMaxLength: '200M', MaxFileSize: '200M', MaxScanSize: '200M', state: 'green', says: /clamd answers at .*clamd.sock\.$/ },
  { StreamMaxLength: '2M', state: 'amber', says: /said to be too long/ },
  { StreamMaxLength: '200M', MaxFileSize: '1M', state: 'amber', says: /calls a file of 101 MB clean/ },
])('how far a virus scanner looks is $state: $says', async ({ state, says, ...settings }) => {
  const clamd = await startClamd(clamdProgram as string, settings as Record<string, string>);
  onTestFinished(() => clamd.stop());
  const findings = await check(await readyPlace(), { settings: { CLAMD_URL: clamd.unix } });
  const found = findings.find(({ about }) => about === 'virus scan');
  expect(found).toMatchObject({ state, says: expect.stringMatching(says) });
});

test('an ffmpeg that does not run is red', async () => {
  const findings = await check(await readyPlace(), { settings: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  expect(about(findings, 'red')).toEqual(['films']);
  expect(findings.find(({ about }) => about === 'films')?.says).toContain('/nowhere/ffmpeg does not run');
});
