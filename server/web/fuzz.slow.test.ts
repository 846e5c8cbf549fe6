// Protects: damaged bodies cause no error of ours.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleMessages } from '#testing/fixtures/submissions.ts';

const calls = {
  '/functions/v1/send-form-email': { formName: 'Contact Us', formData: sampleMessages[0].data },
  '/rest/v1/form_submissions': { form_name: 'Contact Us', form_data: sampleMessages[0].data },
};

/** Random numbers, the same for the same seed. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('two thousand damaged bodies are answered with 4xx in JSON, or are whole after all', async () => {
  const testApp = await createTestApp({ RATE_LIMIT: 'off' });
  const throwDice = createDice(4);
  let taken = 0;
  for (const [path, call] of Object.entries(calls)) {
    for (let index = 0; index < 1_000; index += 1) {
      const body = damage(Buffer.from(JSON.stringify(call)), throwDice);
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `${path} ${index}` };
      const response = await testApp.app.request(path, { method: 'POST', headers, body });
      const json = await response.json();
      if (response.ok) taken += 1;
      else {
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(json.message).toMatch(/\S/);
      }
    }
  }
  expect(testApp.rows()).toHaveLength(taken);
  expect(taken).toBeLessThan(1_500);
});

/** Changes, removes, doubles or inserts some bytes, half of the time in the structure. */
function damage(body: Buffer<ArrayBuffer>, throwDice: (below: number) => number): Buffer<ArrayBuffer> {
  let bytes = [...body];
  for (let count = 1 + throwDice(4); count > 0; count -= 1) {
    const at = throwDice(bytes.length);
    const some = throwDice(12);
    const kind = throwDice(4);
    if (kind === 0) bytes[at] = throwDice(256);
    else if (kind === 1) bytes.splice(at, some);
    else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + some));
    else bytes = [...bytes.slice(0, at), ...Buffer.from('"{[]},:\\\u0000'), ...bytes.slice(at)];
  }
  return Buffer.from(bytes);
}
