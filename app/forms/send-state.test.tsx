// Protects: a form that did not get through says what matters, in the language of its page, where the rest could not be loaded.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { polish } from '#content/roadside/pl.ts';
import { site } from '#content/site.ts';
import { SendState } from './send-state.tsx';

test.each([
  ['is kept', 'k', 'Waiting to be sent', 'Everything is kept on this device and sent again by itself.'],
  ['is not kept', null, 'Your answers are still here', 'This browser keeps nothing for us'],
])('Without the code for what waits, a form that %s says so, and whom to call', (_, waitsAs, heading, sentence) => {
  const outcome = { kind: 'unreachable', waitsAs } as const;
  const inEnglish = renderToStaticMarkup(<SendState outcome={outcome} t={(text) => text} />);
  expect(inEnglish).toContain('role="status"');
  for (const part of [heading, sentence, site.helpline.display]) expect(inEnglish).toContain(part);
  const texts: Record<string, string> | undefined = polish.form?.texts;
  const inPolish = renderToStaticMarkup(<SendState outcome={outcome} t={(text) => texts?.[text] ?? text} />);
  for (const part of [heading, sentence]) expect(inPolish).not.toContain(part);
});

test('A form that was not sent, or was received, says nothing', () => {
  for (const outcome of [null, { kind: 'accepted', reference: '7F4M-9TQX', createdAt: 0 } as const])
    expect(renderToStaticMarkup(<SendState outcome={outcome} t={(text) => text} />)).toBe('');
});
