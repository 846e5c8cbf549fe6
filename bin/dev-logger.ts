import { createLogger, type Logger } from 'vite';

/**
 * Vite's logger without its reports on each change, and without errors that follow from problems in the content, which is reported
 * already.
 */
export function createDevLogger(needsMending: () => boolean): Logger {
  const logger = createLogger();
  return {
    ...logger,
    info: (message, options) => {
      if (!/(?:page|program) reload|hmr (?:update|invalidate)/.test(message)) logger.info(message, options);
    },
    warn: (message, options) => {
      if (!needsMending()) logger.warn(message, options);
    },
    error: (message, options) => {
      if (!needsMending()) logger.error(message, options);
    },
  };
}
