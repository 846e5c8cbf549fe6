// Scores pages as Lighthouse's mid-range phone sees them. Arguments: the site's origin, then paths. A JSON line for each page, of that
// of three runs whose performance is the median.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const [origin, ...paths] = process.argv.slice(2);
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
const chrome = await launch({ chromePath: process.env.CHROMIUM_PATH, chromeFlags: [...flags, ...quiet] });
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const score = (path) =>
  lighthouse(origin + path, { port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: categories });

// The first page waits for the browser to start, whichever page it is.
await score(paths[0]);

for (const path of paths) {
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push((await score(path)).lhr);
  const [, lhr] = runs.toSorted((one, other) => one.categories.performance.score - other.categories.performance.score);
  const scores = categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
  const figure = (name) => Math.round(lhr.audits[name].numericValue * 1000) / 1000;
  const weighed = new Set(
    categories.flatMap((name) => lhr.categories[name].auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
  );
  const lost = Object.values(lhr.audits).filter(({ id, score }) => weighed.has(id) && score !== null && score < 0.9);
  const figures = {
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
  };
  console.log(
    JSON.stringify({ path, scores, ...figures, lost: lost.map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()) }),
  );
}
await chrome.kill();
