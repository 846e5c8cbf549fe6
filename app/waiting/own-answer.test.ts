// Protects: an answer counts as ours by its shape, and says what is refused and when to try again.
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { type RawAnswer, readOwnAnswer, type Wire } from './own-answer.ts';

const wires: Wire[] = ['json', 'upload'];
const bodies = {
  'an empty body': '',
  'a page': '<!doctype html><h1>Sign in</h1>',
  'a sentence': 'Forbidden',
  'a message in JSON': '{"message":"Forbidden"}',
  'fields in JSON': '{"message":"No.","fields":{"phone":"Bad."}}',
  'a reference in JSON': '{"message":"Welcome","reference":"7F4M-9TQX"}',
};

const answer = (status: number, text: string, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  text,
  header: (name) => new Headers(headers).get(name),
});

test.each(
  [200, 204, 302, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 507].flatMap((status) =>
    Object.keys(bodies).map((body) => [status, body] as const),
  ),
)('An answer without our header is not ours, with status %i and %s', (status, body) => {
  const foreign = { 'X-Request-Id': 'of-envoy', 'Upload-Offset': '0', Location: '/your-claim/files/a', 'Retry-After': '1' };
  for (const wire of wires) expect(readOwnAnswer(wire, answer(status, bodies[body as keyof typeof bodies], foreign))).toBeNull();
});

test.each([
  ['json', 'a page', bodies['a page']],
  ['json', 'nothing', ''],
  ['json', 'JSON of another shape', '{"error":"no"}'],
  ['json', 'a list', '[{"message":"No."}]'],
  ['json', 'null', 'null'],
  ['upload', 'a page', bodies['a page']],
  ['upload', 'a long text', 'x'.repeat(300)],
] as const)('With our header, an answer by %s that has %s is not ours', (wire, _, text) => {
  expect(readOwnAnswer(wire, answer(403, text, { [answerHeader]: '1' }))).toBeNull();
});

test('An answer of ours says what it refuses, and when another attempt makes sense', () => {
  const read = (wire: Wire, status: number, text: string) =>
    readOwnAnswer(wire, answer(status, text, { [answerHeader]: '1', 'Retry-After': '30' }));
  const { message } = { message: 'Not now.' };
  expect(read('json', 503, JSON.stringify({ message }))).toMatchObject({ message, isForLater: true, retryAfterSeconds: 30 });
  expect(read('json', 413, JSON.stringify({ message }))).toMatchObject({ message, isForLater: false });
  expect(read('upload', 403, message)).toMatchObject({ message, isForLater: false });
  expect(read('upload', 423, message)).toMatchObject({ isForLater: true });
  expect(read('upload', 507, message)).toMatchObject({ isForLater: false });
  expect(read('upload', 200, '')).toMatchObject({ message: '', isForLater: true });
});
