type Routes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>;

/** The address of every public page, from the route map: those of app/site, without the one that catches the rest. */
export function publicPaths(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.path === '*' || !/^site\/.*-page$/.test(route.id)) return [];
    return route.index || route.path ? [`/${route.path ?? ''}`] : [];
  });
}
