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

/** The path of a Chromium to test with: an installed one, or Debian's where this process may install it, or Playwright's. */
export async function findChromium() {
  const installed = () => places.find((path) => path && existsSync(path));
  if (installed()) return installed();
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Installing Chromium for the browser journeys …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], env);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'], env);
    if (installed()) return installed();
  }
  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath()))
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}
