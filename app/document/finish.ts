import { contentPolicy } from './content-policy.ts';
import { siteUrlPlaceholder } from './site-url.ts';
import { type StartContext, startAfterFirstFrame } from './start-after-first-frame.ts';

/**
 * What React rendered, made ready to be sent. `wrong`: the page asks for corrections, and its title says so first.
 * In development (`park` false) the scripts stay as they are and may be anything.
 */
export function finishDocument(
  rendered: string,
  options: { siteUrl: string; park: boolean; wrong: boolean; context: StartContext },
): { html: string; policy: string } {
  const titled = options.wrong ? rendered.replace('<title>', '<title>Error: ') : rendered;
  const named = titled.replaceAll(siteUrlPlaceholder, options.siteUrl);
  if (!options.park) return { html: named, policy: "frame-ancestors 'none'" };
  const html = startAfterFirstFrame(named, options.context);
  return { html, policy: contentPolicy(html, { https: options.siteUrl.startsWith('https:') }) };
}
