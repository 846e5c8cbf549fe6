import { createContext } from 'react';

/** What a page tells its scripts. It is read while the page is rendered, so that both are of one version of the content. */
export const ToldContext = createContext<() => string | undefined>(() => undefined);
