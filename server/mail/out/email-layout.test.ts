// Protects: emails have the brand and its colours, by day and by night, and load nothing.
import { dark, light } from 'virtual:theme-colours';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { readThemeColours } from '../../../build-tools/theme-colours.ts';
import { renderEmail } from './email-layout.tsx';

const { html, text } = renderEmail({ subject: 'A', title: 'A title', paragraphs: ['One\ntwo'] });

test('an email names the brand, and has its colours', () => {
  expect(decodeHtml(html)).toContain(`>${site.brand}</td>`);
  expect(text.startsWith(`${site.brand}: A title\n`)).toBe(true);
  const [byDay, byNight] = [readThemeColours('light'), readThemeColours('dark')];
  for (const name of ['paper', 'surface', 'ink', 'route'] as const) expect(html).toContain(`:${byDay(name)}`);
  for (const name of ['paper', 'surface', 'ink', 'muted', 'link'] as const) expect(html).toContain(`:${byNight(name)}!important`);
  const known = new Set([...Object.values(light), ...Object.values(dark)]);
  for (const [colour] of html.matchAll(/#[0-9a-f]{3,8}\b/gi)) expect(known).toContain(colour);
});

test('what has no colour of its own by night keeps that of the day', () => {
  expect(dark.route).toBe(light.route);
  expect(dark.paper).not.toBe(light.paper);
});

test('a button looks as on a page, by day and by night', () => {
  const { html: email } = renderEmail({ subject: 'A', title: 'A', link: { label: 'Open', url: 'https://kerbside.example' } });
  const style = /class="open" style="([^"]*)"/.exec(email)?.[1];
  // The border's own colour would take the place of one that came before it.
  expect(style).toMatch(new RegExp(`border:2px solid;.*border-color:${light.route}`));
  for (const words of ['padding:12.4px 20px', 'border-radius:8px', 'font-weight:700', `background-color:${light.route}`])
    expect(style).toContain(words);
  const byNight = /\.open\{([^}]*)\}/.exec(email)?.[1];
  expect(byNight).toBe(
    `background-color:${dark.route}!important;border-color:${dark.route}!important;color:${dark['on-sign']}!important`,
  );
});

test('an email says that it has colours for a dark screen', () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('<meta name="supported-color-schemes" content="light dark"/>');
  expect(html).toContain('@media (prefers-color-scheme:dark){');
});

test('an email loads nothing, and its line breaks are elements', () => {
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
  expect(html).toContain('One<br/>two');
});

test('a long word, such as the name of a Welsh town, does not make an email wider than a phone', () => {
  expect(html).toMatch(/<td class="panel" style="[^"]*overflow-wrap:anywhere/);
});

test('a reference in the title is not broken at its hyphen', () => {
  const reply = renderEmail({ subject: 'A', title: 'Your reference 7F4M-9TQX' });
  expect(reply.html).toContain('Your reference <span style="white-space:nowrap">7F4M-9TQX</span></h1>');
  expect(reply.text).toContain(': Your reference 7F4M-9TQX\n');
});
