import type { App } from '#server/core/app.ts';
import type { Reading } from '#server/core/observability/reading.ts';
import type { Alarm } from './define-alarm.ts';
import type { JobKind } from './define-job.ts';

/** What a folder adds to the process: what the worker runs, what a person has to see to, figures, and what begins and ends with the process. */
export type Module = {
  jobs?: readonly JobKind[];
  alarms?: readonly Alarm[];
  metrics?: readonly Reading[];
  start?: (app: App) => void;
  close?: (app: App) => void | Promise<void>;
};
