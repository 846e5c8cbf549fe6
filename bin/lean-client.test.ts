import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import routing from '../react-router.config.ts';
import { leanClient } from './lean-client.ts';

const late = `import('virtual:late').then(console.log);`;
const router = `import { HydratedRouter } from 'react-router/dom'; console.log(HydratedRouter);`;

// As bin/build.ts builds.
beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));
afterEach(() => vi.unstubAllEnvs());

test('a browser is not sent what nothing here can reach', async () => {
  const code = await built({ entry: router + late, late: 'export default "late"' });
  expect(code).toContain('HydratedRouter');
  expect(code).toContain('import("');
  for (const unreachable of ['Uninstrumented', '__manifest', 'vite:preloadError']) expect(code).not.toContain(unreachable);
});

test('a module that an upgrade moved fails the build', async () => {
  await expect(built({ entry: 'console.log(1)', late: '' })).rejects.toThrow(/instrumentation\.js is no longer there/);
});

test('a stylesheet of something imported late fails the build', async () => {
  const stylesheet = join(process.cwd(), 'app/ui/form.css');
  await expect(built({ entry: router + late, late: `import ${JSON.stringify(stylesheet)}` })).rejects.toThrow(/has a stylesheet/);
});

test('each page knows all routes from the beginning', () => {
  expect(routing.routeDiscovery).toEqual({ mode: 'initial' });
});

async function built(modules: Record<string, string>): Promise<string> {
  const virtual = {
    name: 'virtual',
    resolveId: (id: string) => (id.startsWith('virtual:') ? id : undefined),
    load: (id: string) => (id.startsWith('virtual:') ? modules[id.slice('virtual:'.length)] : undefined),
  };
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [leanClient(), virtual],
    build: { write: false, minify: false, rolldownOptions: { input: 'virtual:entry' } },
  });
  return [outputs]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []))
    .join('\n');
}
