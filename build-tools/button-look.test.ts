// Protects: buttons in emails follow the stylesheet of the pages' buttons.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buttonSheets, readButtons } from './button-look.ts';

/** The look of buttons after these changes to the stylesheets. */
function readAfter(...changes: [from: string, to: string][]): ReturnType<typeof readButtons> {
  const folder = temporaryFolder();
  for (const sheet of buttonSheets) {
    cpSync(join(root, sheet), join(folder, sheet));
    const css = readFileSync(join(folder, sheet), 'utf8');
    writeFileSync(
      join(folder, sheet),
      changes.reduce((changed, [from, to]) => changed.replace(from, to), css),
    );
  }
  return readButtons(folder);
}

test('what the stylesheets say of a button is what an email says', () => {
  const { action, primary } = readAfter(
    ['--radius-medium: 0.5rem', '--radius-medium: 1rem'],
    ['--border: 2px', '--border: 3px'],
    ['--button-padding: var(--space-5)', '--button-padding: var(--space-6)'],
    ['font-weight: 700', 'font-weight: 500'],
    ['--button-ground: var(--route)', '--button-ground: var(--ink)'],
  );
  expect(primary).toEqual({
    style: {
      border: '3px solid',
      borderRadius: '16px',
      fontWeight: '500',
      lineHeight: '1.2',
      padding: '11px 24px',
      textAlign: 'center',
      textDecoration: 'none',
    },
    colours: { backgroundColor: 'ink', color: 'on-sign' },
  });
  expect(action).toEqual({
    style: primary.style,
    colours: { backgroundColor: 'action', borderColor: 'on-action', color: 'on-action' },
  });
});

test('a button is at least as high as on a page, and higher where its padding is', () => {
  expect(readAfter().action.style.padding).toBe('12px 20px');
  expect(readAfter(['--control-height: 3rem', '--control-height: 4rem']).action.style.padding).toBe('20px 20px');
  expect(readAfter(['padding: var(--space-2)', 'padding: var(--space-6)']).action.style.padding).toBe('24px 20px');
});

test('what is no longer said is named', () => {
  expect(() => readAfter(['  font-weight: 700;\n', ''])).toThrow(
    'app/ui/button.css does not say font-weight of .button, which emails take from it.',
  );
});
