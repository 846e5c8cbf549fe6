import { perApp } from '#server/core/app.ts';

/** The sign-in library, loaded with the first request of a member of staff, because it takes as much memory as all the rest. */
export const libraryOf = perApp((app) => import('./better-auth.ts').then(({ openLibrary }) => openLibrary(app)));
