import type { SiteChanges } from '#content/site-changes.ts';
import type { App } from '#server/core/app.ts';
import { showNewest, siteModule, startSite } from '#server/web/site/live-site.ts';

/** An instance beside others in this process: what it shows is kept apart. */
export function instanceOn(given: App, clock: () => number = () => performance.now()) {
  const app = { ...given };
  const shown: SiteChanges[] = [];
  const pages: string[] = [];
  const apply = (changes: SiteChanges) => void shown.push(changes);
  const renew = async () => void pages.push(shown.at(-1)?.notice ?? 'as built');
  const [refused, unexported] = siteModule.alarms;
  return {
    app,
    pages,
    shown,
    renew,
    start: (parts: Partial<Parameters<typeof startSite>[1]> = {}, isExported = () => true) =>
      startSite(app, { renew, apply, clock, ...parts }, isExported),
    look: () => showNewest(app),
    /** The messages of its alarms. */
    refusal: () => refused?.check(app),
    exportFailure: () => unexported?.check(app),
    close: () => siteModule.close(app),
  };
}
