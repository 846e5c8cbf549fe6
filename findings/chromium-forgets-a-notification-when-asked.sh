#!/usr/bin/env bash
# Chromium: getNotifications() makes it forget a notification that it is about to show.
#
# One would guess: to ask which notifications are shown changes nothing, so a test may ask until its own is there.
# Versions: Chromium 156, headless, playwright-core 1.65.1, Node 20 or later; CHROMIUM_PATH is the browser.
# Seen: showNotification() resolves, and nothing is shown for about half of a hundred notifications where a page asks meanwhile, none where
#   it does not. They do not come later either: a notification that is stored and not on the screen yet counts as closed by somebody.
# Why it matters here: a test that polled seemed to lose push messages on a busy machine, although the worker got each. Test code listens
#   to the browser's own report (BackgroundService), and the desk asks only when it closes all of them.
set -euo pipefail
chromium=${CHROMIUM_PATH:-/usr/bin/chromium}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund playwright-core@1.65.1

cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const server = createServer(({ url }, response) => {
  response.setHeader('Content-Type', url === '/worker.js' ? 'text/javascript' : 'text/html').end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
const context = await browser.newContext();
await context.grantPermissions(['notifications'], { origin });
const page = await context.newPage();
await page.goto(origin);

const countLost = async (isAsked) => {
  await navigator.serviceWorker.register('/worker.js');
  const registration = await navigator.serviceWorker.ready;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
  let lost = 0;
  for (let round = 0; round < 100; round += 1) {
    let isOver = false;
    const ask = async () => {
      while (isAsked && !isOver) await registration.getNotifications();
    };
    const asking = ask();
    await registration.showNotification(`message ${round}`, { tag: `${round}`, requireInteraction: true });
    await pause();
    isOver = true;
    await asking;
    await pause();
    const shown = await registration.getNotifications();
    if (shown.length === 0) lost += 1;
    for (const one of shown) one.close();
    await pause();
  }
  return lost;
};
const [quiet, asked] = [await page.evaluate(countLost, false), await page.evaluate(countLost, true)];
console.log(`${browser.version()}: ${quiet} of 100 lost where nobody asks, ${asked} where somebody does`);
await browser.close();
server.close();
process.exit(quiet === 0 && asked > 0 ? 0 : 1);
JS
node run.mjs "$chromium" || { echo 'The behaviour has changed.'; exit 1; }
