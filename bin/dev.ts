import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite, type RunnableDevEnvironment } from 'vite';

/**
 * Development: pages and styles are hot-replaced by Vite; server code is loaded through it, and when any of it changes
 * the services are closed and opened anew with the next request.
 */
type Bundle = typeof import('../server/bundle.ts');
type Running = {
  bundle: Bundle;
  services: Awaited<ReturnType<Bundle['openServices']>>;
  app: Awaited<ReturnType<Bundle['createProduct']>>['app'];
};

const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' });
let running: Promise<Running> | null = null;
let loaded: Bundle | null = null;

async function current(): Promise<Running> {
  const bundle = (await (vite.environments.ssr as RunnableDevEnvironment).runner.import('/server/bundle.ts')) as Bundle;
  if (bundle === loaded && running) return running;
  const before = running;
  loaded = bundle;
  running = restart(bundle, before);
  return running;
}

async function restart(bundle: Bundle, before: Promise<Running> | null): Promise<Running> {
  await (await before)?.services.close();
  const env = bundle.readEnv(process.env);
  const services = await bundle.openServices(env);
  const { app } = await bundle.createProduct(env, services);
  return { bundle, services, app };
}

const first = await current();
const env = first.bundle.readEnv(process.env);
const listener = getRequestListener(async (request) => (await current()).app.fetch(request));
const server = createServer((request, response) => vite.middlewares(request, response, () => void listener(request, response)));
server.listen(env.port, env.host, () =>
  console.log(`Site:    ${env.siteUrl} (development)\nE-mails: ${env.smtpUrl ? 'by SMTP' : `${env.dataDir}/mail`}`),
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await (await running)?.services.close();
    await vite.close();
    process.exit(0);
  });
}
