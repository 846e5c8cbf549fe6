/** The first that a User-Agent names is the one: Edge names Chrome too, and Chrome names Safari. */
const browsers = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'SamsungBrowser/': 'Samsung Internet',
  'Firefox/': 'Firefox',
  'CriOS/': 'Chrome',
  'FxiOS/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
};
const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  'Mac OS X': 'Mac',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
};

/** "Chrome on Windows", by which its owner recognises it; as it names itself where it is none of these. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const firstIn = (names: Record<string, string>) => Object.entries(names).find(([part]) => userAgent.includes(part))?.[1];
  const browser = firstIn(browsers);
  const system = firstIn(systems);
  return browser ? `${browser}${system ? ` on ${system}` : ''}` : userAgent.slice(0, 80);
}
