import { contentPolicy } from './content-policy.ts';
import { siteUrlPlaceholder } from './site-url.ts';
import { startAfterFirstFrame } from './start-after-first-frame.ts';

/** What React rendered, made ready to be sent. In development the scripts stay as they are and there is no policy. */
export function finishDocument(
  rendered: string,
  options: { siteUrl: string; park: boolean },
): { html: string; policy: string | null } {
  const named = rendered.replaceAll(siteUrlPlaceholder, options.siteUrl);
  if (!options.park) return { html: named, policy: null };
  const html = startAfterFirstFrame(named);
  return { html, policy: contentPolicy(html, { https: options.siteUrl.startsWith('https:') }) };
}
