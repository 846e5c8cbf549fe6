import { createContext } from 'react-router';
import type { Services } from '#server/services.ts';

/** What the server lends to routes: the only way from a page to what happens behind it. */
export type LentServices = Pick<Services, 'accept' | 'answerTo' | 'siteUrl'> & {
  /** Puts into the log that a page could not be made. */
  noteFault: (path: string, error: unknown) => void;
  /** By which the request is found in the log. */
  requestId: string | null;
};

export const servicesContext = createContext<LentServices>({
  accept: async () => ({ kind: 'unavailable' }),
  answerTo: () => ({ status: 503, message: '' }),
  siteUrl: '',
  noteFault: () => {},
  requestId: null,
});
