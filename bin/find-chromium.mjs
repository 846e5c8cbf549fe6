import { existsSync } from 'node:fs';
import { run } from './setup.mjs';

const places = [
  process.env.CHROMIUM_PATH,
  // The same browser without windows, for which a page costs half.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

const packages = ['chromium-headless-shell', 'fonts-liberation'];
const command = `apt-get install --no-install-recommends ${packages.join(' ')}`;

/** What a person can do. */
export const browserTodo = `On Debian, as root: ${command}. Elsewhere install Chrome or Chromium and set CHROMIUM_PATH to its program. Then npm test again; npm start needs none.`;

/** What is done where no Chromium is found, and the sentence that says so first. INSTALL_BROWSER=0 refuses every installation. */
export function planForBrowser({ isInstalled, isRoot, hasApt, setting }) {
  if (isInstalled) return { kind: 'found', sentence: null };
  if (setting === '0') return { kind: 'refused', sentence: `No Chromium is installed for the browser journeys: ${command}` };
  if (!hasApt || !isRoot)
    return {
      kind: 'playwright',
      sentence: `No Chromium is installed: ${hasApt ? `as root, ${command}` : 'set CHROMIUM_PATH'}. Until then Playwright's is downloaded; INSTALL_BROWSER=0 refuses.`,
    };
  return { kind: 'apt', sentence: `No Chromium is installed: npm test as root runs ${command}. INSTALL_BROWSER=0 refuses.` };
}

const installed = () => places.find((path) => path && existsSync(path));

export function browserPlan() {
  const [isRoot, hasApt] = [process.getuid?.() === 0, existsSync('/usr/bin/apt-get')];
  return planForBrowser({ isInstalled: installed() !== undefined, isRoot, hasApt, setting: process.env.INSTALL_BROWSER });
}

/** The path of a Chromium to test with: an installed one, or Debian's where this process may install it, or Playwright's. */
export async function findChromium() {
  const { kind } = browserPlan();
  if (kind === 'found') return installed();
  if (kind === 'apt') {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], env);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
    if (installed()) return installed();
  }
  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath()) && kind !== 'refused')
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}
