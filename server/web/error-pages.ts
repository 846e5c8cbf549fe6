import { createHash } from 'node:crypto';
import { dark, light } from 'virtual:theme-colours';
import { site as content } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';

/** A page that the proxy sends with these statuses, by itself. */
type ErrorPage = { name: string; statuses: number[]; headers: Record<string, string>; body: Uint8Array };

/**
 * Pages for proxies, which send them where the product cannot respond. They need no other file, because there may be none then.
 * `shared`: the headers of a page.
 */
export function errorPages(shared: Record<string, string>): ErrorPage[] {
  const away = {
    name: '502.html',
    statuses: [502, 503, 504],
    title: 'We will be back in a moment',
    text: 'This part of the site does not respond at the moment. Please try again in a minute; what you typed may not have been sent.',
  };
  const tooLong = {
    name: '413.html',
    statuses: [413],
    title: 'That is too much to send at once',
    text: 'Go back, and send a shorter message or a smaller file.',
  };
  return [away, tooLong].map(({ title, text, ...page }) => {
    const style = styles();
    const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    const headers = {
      ...shared,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      // They are shown at every address, also at that of a private link.
      'referrer-policy': 'no-referrer',
    };
    const { vary: _, ...own } = headers as Record<string, string>;
    return { ...page, headers: own, body: new TextEncoder().encode(html(title, text, style)) };
  });
}

function html(title: string, text: string, style: string): string {
  const { brand, helpline, email } = content;
  return `<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${inHtml(`${title} | ${brand}`)}</title>
<style>${style}</style>
</head>
<body>
<header><p>${inHtml(brand)}</p></header>
<main>
<h1>${inHtml(title)}</h1>
<p>${inHtml(text)}</p>
<p>Or call us on <a class="call" href="tel:${inHtml(helpline.tel)}">${inHtml(helpline.display)}</a>, ${inHtml(openHours)}, or write to <a href="mailto:${inHtml(email)}">${inHtml(email)}</a>.</p>
<p><a href="/">Go to the homepage</a></p>
</main>
</body>
</html>
`;
}

function styles(): string {
  const scheme = ({ paper, ink, link, route }: typeof light) =>
    `body{background:${paper};color:${ink}}a{color:${link}}header{background:${route}}`;
  return `${scheme(light)}@media(prefers-color-scheme:dark){${scheme(dark)}}:root{color-scheme:light dark}body{margin:0;font:106.25%/1.5 "Avenir Next","Segoe UI",Roboto,Arial,sans-serif}header p,main{max-width:38rem;margin:0 auto;padding:1rem}header p{color:${light['on-sign']};font-weight:700;font-size:1.25rem}h1{line-height:1.2}.call{font-weight:700;white-space:nowrap}`;
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
