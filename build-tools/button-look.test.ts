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
  const { style, action, primary } = readAfter(
    ['--radius-medium: 0.5rem', '--radius-medium: 1rem'],
    ['--border: 2px', '--border: 3px'],
    ['--button-padding: var(--space-5)', '--button-padding: var(--space-6)'],
    ['font-weight: 700;', 'font-weight: 500;\n  letter-spacing: 0.5rem;'],
    ['--button-ground: var(--route)', '--button-ground: var(--ink)'],
  );
  expect(style).toEqual({
    border: '3px solid',
    borderRadius: '16px',
    fontWeight: '500',
    letterSpacing: '8px',
    lineHeight: '19.2px',
    padding: '11.4px 24px',
    textAlign: 'center',
    textDecoration: 'none',
  });
  expect(primary).toEqual({ backgroundColor: 'ink', borderColor: 'ink', color: 'on-sign' });
  expect(action).toEqual({ backgroundColor: 'action', borderColor: 'on-action', color: 'on-action' });
});

test('a button of one line is as high as on a page, where its padding is larger too', () => {
  expect(readAfter().style.padding).toBe('12.4px 20px');
  expect(readAfter(['--control-height: 3rem', '--control-height: 4rem']).style.padding).toBe('20.4px 20px');
  expect(readAfter(['padding: var(--space-2)', 'padding: var(--space-6)']).style.padding).toBe('24px 20px');
});

test('nested rules say nothing of a button as it is, and what comes after them does', () => {
  const { style } = readAfter(
    ['  &:hover {', '  @media (--large) {\n    font-weight: 400;\n  }\n  &:hover {'],
    ['progress;\n', 'progress;\n    letter-spacing: 1px;\n'],
    [
      'text-decoration: none;\n  }\n}',
      'text-decoration: none;\n  }\n  text-align: start;\n}\n.button {\n  border-radius: 1rem;\n}',
    ],
  );
  expect(style).toMatchObject({ fontWeight: '700', textAlign: 'start', borderRadius: '16px' });
  expect(style).not.toHaveProperty('letterSpacing');
});

test.each([
  ['  line-height: var(--tight);\n', 'line-height of .button'],
  ['  --button-ink: var(--on-sign);\n', '--button-ink of .button-primary'],
])('what is no longer said is named: %s', (declaration, what) => {
  expect(() => readAfter([declaration, ''])).toThrow(`app/ui/button.css does not say ${what}, which emails take from it.`);
});

test.each([
  ['--button-padding: var(--space-5)', '--button-padding: var(--gutter)', 'padding: 0.5rem clamp(1rem, 4vw, 2rem)'],
  ['padding: var(--space-2) var(', 'padding: 1em var(', 'padding: 1em 20px'],
  ['padding: var(--space-2) var(', 'padding: 0 0 var(', 'padding: 0 0 20px'],
  ['--tight: 1.2', '--tight: 1.25rem', 'line-height: 20px'],
  ['border: var(--border) solid', 'border: thin solid', 'border: thin solid'],
  ['min-height: var(--control-height)', 'min-height: 3em', 'min-height: 3em'],
  ['border-radius: var(--radius-medium)', 'border-radius: var(--nothing, 4px)', 'border-radius: var(--nothing, 4px)'],
])('what emails cannot have is named: %s, which was %s', (from, to, what) => {
  expect(() => readAfter([from, to])).toThrow(`app/ui/button.css: emails cannot have ${what}.`);
});
