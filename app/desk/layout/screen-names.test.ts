// Protects: a screen of the desk is found by one name, in its address, its file, its link and its title.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { deskLinks } from './desk-links.ts';

const read = (path: string) => readFileSync(`${root}/app/${path}`, 'utf8');

/** The screens with an address of one word. */
const screens = [...read('routes.ts').matchAll(/route\('desk\/([\w-]+)', '(desk\/\w+\/([\w-]+)-page\.tsx)'\)/g)].map(
  ([, name = '', file = '', fileName = '']) => ({ name, file, fileName }),
);

test('the address of a screen is the name of its file', () => {
  expect(screens.length).toBeGreaterThan(8);
  for (const { name, fileName } of screens) expect(fileName).toBe(name);
});

test('a link of the header has the name of the screen that it leads to, and so has its title', () => {
  const links = deskLinks.flatMap(({ to, label }) =>
    /^\w+$/.test(label) && to !== '/desk' ? [[to.split('/')[2] ?? '', label] as const] : [],
  );
  expect(links.length).toBeGreaterThan(4);
  for (const [name, label] of links) {
    expect(label.toLowerCase()).toBe(name);
    expect(read(screens.find((screen) => screen.name === name)?.file ?? '')).toMatch(
      new RegExp(`deskTitle\\('${label}(?: work)?'\\)`),
    );
  }
});
