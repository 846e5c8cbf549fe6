import type { App } from '#server/core/app.ts';
import type { Gauge } from './metrics.ts';

/** A gauge that is read from what the process is made of. */
export type Reading = Omit<Gauge, 'read'> & { read: (app: App) => ReturnType<Gauge['read']> };

export function reading(name: string, help: string, read: Reading['read'], label: string | null = null): Reading {
  return { name, help, read, label };
}

/** The same gauges, with what they are read from. */
export function gaugesOf(app: App, readings: readonly Reading[]): Gauge[] {
  return readings.map((one) => ({ ...one, read: () => one.read(app) }));
}
