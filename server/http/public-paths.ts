type Routes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>;

/** The address of every public page, from the route map: those in the site's layout, without the one that catches the rest. */
export function publicPaths(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) =>
    route?.parentId === 'site/site-layout' && route.path !== '*' ? [`/${route.path ?? ''}`] : [],
  );
}
