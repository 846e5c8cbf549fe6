// Protects: a long message hides neither what comes after it nor a word of its own.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageText } from './message-text.tsx';

const name = 'On 23/11/2026 10:00, Kerbside wrote:';

test('of a long one the beginning is seen, and the rest and what it quotes are folded', () => {
  const words = Array.from({ length: 1_000 }, (_, at) => `word${at}`);
  const html = renderToStaticMarkup(<MessageText text={`${words.join(' ')}\n\n${name}\n> Where?`} />);
  const parts = html.split(/<[^>]+>/).filter((one) => one !== '');
  expect(parts.map((one) => one.slice(0, 36))).toEqual([
    words.join(' ').slice(0, 36),
    'More of it',
    expect.stringContaining('word'),
    'Quoted text',
    name,
  ]);
  expect(`${parts[0]} ${parts[2]}`).toBe(words.join(' '));
  expect(parts[0]?.length).toBeLessThan(3_001);
});

test('of a short one all of it is seen', () => {
  expect(renderToStaticMarkup(<MessageText text="Here it is." />)).not.toContain('details');
});
