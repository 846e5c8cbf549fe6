// Protects: the log is JSON lines with levels, request ids and no secrets.
import { expect, test } from 'vitest';
import { createLog, withRequestId } from './log.ts';

function open(level: Parameters<typeof createLog>[0]['level'] = 'info') {
  const lines: string[] = [];
  const log = createLog({ level, write: (line) => lines.push(line), now: () => 0 });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') };
}

test('an event is one JSON line with its level, its time in UTC and its fields', () => {
  const { log, lines, last } = open();
  log.warn('email waits', { reference: '7F4M-9TQX', attempts: 2, until: null, answer: 'two\nlines' });
  expect(last()).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    event: 'email waits',
    reference: '7F4M-9TQX',
    attempts: 2,
    until: null,
    answer: 'two\nlines',
  });
  expect(lines.join('').match(/\n/g)).toHaveLength(1);
});

test('what is below the level is not written, and silent writes nothing', () => {
  const { log, lines } = open('warn');
  log.info('submission');
  log.error('request failed');
  expect(lines).toHaveLength(1);
  const silent = open('silent');
  silent.log.error('request failed');
  expect(silent.lines).toEqual([]);
});

test('a line that is written while a request is answered has its id, also after a pause', async () => {
  const { log, last } = open();
  await withRequestId('id-of-this-one', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    log.info('submission');
  });
  expect(last()).toMatchObject({ event: 'submission', requestId: 'id-of-this-one' });
  log.info('email sent');
  expect(last()).not.toHaveProperty('requestId');
});

test('a field that is named like a secret has no value on the line', () => {
  const { log, lines } = open();
  log.info('mistake', { password: 'hunter2', token: 'hunter2', email: 'hunter2', cookie: 'hunter2', url: 'hunter2' });
  expect(lines.join('')).not.toContain('hunter2');
});
