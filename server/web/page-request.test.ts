// Protects: behind a TLS proxy a page sees the public address.
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { pageRequest } from './rendered-pages.ts';

test('behind a TLS proxy a page sees the address that the browser sees', async () => {
  const arrived = new Request('http://10.0.0.5:3000/contact?from=home', {
    method: 'POST',
    headers: {
      Host: '10.0.0.5:3000',
      Origin: 'https://kerbside.example',
      'X-Forwarded-Host': 'evil.example',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'name=Harpreet+Kaur',
  });
  const seen = pageRequest(arrived, 'https://kerbside.example');
  expect(seen.url).toBe('https://kerbside.example/contact?from=home');
  expect(seen.headers.get('origin')).toBe('https://kerbside.example');
  expect(seen.headers.get('host')).toBe('kerbside.example');
  expect(seen.headers.has('x-forwarded-host')).toBe(false);
  expect((await seen.formData()).get('name')).toBe('Harpreet Kaur');
});

test('opened by another name of the same machine, too', () => {
  const arrived = new Request('http://192.168.0.7:3000/contact', { headers: { Origin: 'http://192.168.0.7:3000' } });
  expect(pageRequest(arrived, 'http://127.0.0.1:3000').headers.get('origin')).toBe('http://127.0.0.1:3000');
});

test('a form posted through a TLS proxy reaches its page', async () => {
  const seen: string[] = [];
  const render = async (request: Request) => {
    seen.push(`${request.method} ${request.url} ${request.headers.get('origin')}`);
    return new Response('taken');
  };
  const { app } = await createTestApp({}, { render });
  const response = await app.request('http://10.0.0.5:3000/contact', {
    method: 'POST',
    headers: { Origin: 'https://kerbside.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=Harpreet+Kaur',
  });
  expect(response.status).toBe(200);
  expect(seen).toEqual(['POST https://kerbside.example/contact https://kerbside.example']);
});
