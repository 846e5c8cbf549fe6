import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gaugeText } from './metrics.ts';

/** The process as seen from outside: memory, processor, how long it made others wait. */
export function createProcessFigures(): { text: () => string; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  return {
    text: () => {
      const { user, system } = process.cpuUsage();
      const p99 = delay.percentile(99) / 1e9;
      delay.reset();
      return [
        gaugeText('process_start_time_seconds', 'When it started, in seconds since 1970.', [{ value: startedAt }]),
        gaugeText('process_resident_memory_bytes', 'Memory in use.', [{ value: process.memoryUsage.rss() }]),
        gaugeText('process_cpu_seconds_total', 'Processor time since the start.', [{ value: (user + system) / 1e6 }], 'counter'),
        gaugeText('kerbside_event_loop_delay_seconds', 'How late work was started, 99th percentile since the last reading.', [
          { value: p99 },
        ]),
      ].join('');
    },
    stop: () => delay.disable(),
  };
}
