// Protects: what several folders need is written in one file, so that they cannot differ.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';

/** What is written once: the signs of a second one, and the file in which it may be. */
const once = {
  'lengths of time': {
    sign: /\bconst (?:minute|hour|day)(?:Ms)? = [\dmh]|3_600_000|86_400_000|60 \* 60_000/,
    file: 'forms/durations.ts',
  },
  'a megabyte': { sign: /\bconst megabyte =/, file: 'forms/file-size.ts' },
  'the size of a file in words': { sign: /\bfunction \w*[sS]ize(?:Text|Of)?\(bytes\b|\} [KM]B`/, file: 'forms/file-size.ts' },
  'a time in London in words': { sign: /\bfunction \w*(?:Moment|londonTime)\(/, file: 'forms/london-day.ts' },
  'the time zone of London': { sign: /'Europe\/London'/, file: 'forms/london-day.ts' },
  'a date in London as 2026-11-20': { sign: /londonDate\([^;]*toISOString/, file: 'forms/london-day.ts' },
  'the line ends of typed text': { sign: /replaceAll\('\\r\\n'/, file: 'forms/typed-text.ts' },
  'a label above its control': {
    sign: /<div className="field[^"]*"[^>]*>\s*<label htmlFor=(?:"[^"]*"|\{[^}]*\})>/,
    file: 'app/ui/labelled.tsx',
  },
  'the focus on a result': { sign: /useEffect\(\(\) => \{[^}]*\.current\?\.focus\(\)/, file: 'app/ui/use-focus-on.ts' },
  'whether the router is sending a form': { sign: /useNavigation\(\)\.state/, file: 'app/ui/submit-button.tsx' },
  'the button that sends a form once': {
    sign: /<Form method="post"(?![^>]*reloadDocument)(?:(?!<\/Form>)[\s\S])*<button type="submit"/,
    file: 'app/ui/submit-button.tsx',
  },
  'the address of an account': {
    sign: /[eE]mail\.trim\(\)\.toLowerCase|given\.trim\(\)\.toLowerCase/,
    file: 'server/staff/staff-member.ts',
  },
};

/** One counts megabytes of a million bytes, one shows a clock that is no London's, one signs out whatever else is being sent. */
const apart = ['server/privacy/purge.ts', 'app/desk/submission/evidence-facts.tsx', 'app/desk/layout/sign-out.tsx'];

const product = ['app', 'bin', 'build-tools', 'content-rules', 'forms', 'server'];
const files = execFileSync('git', ['ls-files', ...product, 'bench', 'e2e', 'testing'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\/migrations\/|^testing\/rebranded\//.test(path));
const sources = files.filter(
  (path) => product.includes(path.split('/')[0] ?? '') && !/\.test\.tsx?$/.test(path) && !apart.includes(path),
);

const withSign = (sign: RegExp, paths: string[]) => paths.filter((path) => sign.test(readFileSync(`${root}/${path}`, 'utf8')));

test.each(Object.entries(once))('%s: written in one file', (_, { sign, file }) => {
  expect(sources).toContain(file);
  expect(withSign(sign, sources).filter((path) => path !== file)).toEqual([]);
});

test('tests take their lengths of time from there too', () => {
  const sign = /\bconst (?:minute|hour|day)(?:Ms)? = [\dmh]/;
  expect(withSign(sign, files)).toEqual(['forms/durations.ts']);
});
