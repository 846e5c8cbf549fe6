import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite, type RunnableDevEnvironment, type ViteDevServer } from 'vite';
import { readEnv } from '#server/core/settings/env.ts';
import type { contentOverlay } from '../build-tools/content-overlay.ts';
import { createDevLogger } from './dev-logger.ts';
import { runTool } from './run-tool.ts';

/**
 * Development: pages and styles are hot-replaced by Vite; server code is loaded through it, and when any of it changes
 * what is open is closed, and opened anew with the next request.
 */
type Bundle = typeof import('../server/bundle.ts');
type Running = {
  bundle: Bundle;
  close: () => Promise<void>;
  app: Awaited<ReturnType<Bundle['createProduct']>>['app'];
};

let content: NonNullable<ReturnType<typeof contentOverlay>['api']> = { problems: () => [], settled: async () => {} };
const contentProblems = () => content.problems();
/** How long a change of a file may take to be told. */
const watchMs = 100;

let running: Promise<Running> | null = null;
let loaded: Bundle | null = null;

await runTool(serve);

async function serve(): Promise<void> {
  const env = readEnv(process.env);
  const customLogger = createDevLogger(() => contentProblems().length > 0);
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom', customLogger });
  // Looked up each time: after a restart it is another one.
  const overlay = () =>
    vite.config.plugins.find(({ name }) => name === 'kerbside:content-overlay') as ReturnType<typeof contentOverlay>;
  content = {
    problems: () => overlay().api?.problems() ?? [],
    settled: async () => overlay().api?.settled(),
  };

  async function current(): Promise<Running> {
    const bundle = await load(vite);
    if (bundle === loaded && running) return running;
    const before = running;
    loaded = bundle;
    running = restart(bundle, before);
    listenToSignals();
    return running;
  }

  /** A file of the content may be half saved while it is loaded: that is told a moment later. */
  function currentWhenSaved(): Promise<Running> {
    return current().catch(async (error) => {
      await pause(watchMs);
      await content.settled();
      return contentProblems().length > 0 ? Promise.reject(error) : current();
    });
  }

  let isStopping = false;
  const stop = async (code: number) => {
    // Ctrl-C reaches it twice: from the terminal, and from the launcher.
    if (isStopping) return;
    isStopping = true;
    await (await running?.catch(() => null))?.close();
    await vite.close();
    process.exit(code);
  };
  const stopWell = () => void stop(0);
  // Vite has a listener too, for each of its own starts, which ends the process before what is open is closed.
  const listenToSignals = () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, stopWell);
  };
  listenToSignals();
  // The launcher is gone.
  process.on('disconnect', stopWell);
  // A start that failed ends although the launcher is there.
  process.channel?.unref();

  // Problems in the content do not keep it from starting: the page says what to correct.
  await current().catch((error) => {
    if (contentProblems().length === 0) return vite.close().then(() => Promise.reject(error));
  });
  const listener = getRequestListener(async (request) => {
    try {
      return await (await currentWhenSaved()).app.fetch(request);
    } catch (error) {
      if (contentProblems().length === 0) console.error(error);
      return errorPage(error as Error);
    }
  });
  const server = createServer((request, response) => vite.middlewares(request, response, () => void listener(request, response)));
  server.on('error', async (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    console.error(isTaken ? `Port ${env.port} is taken: end what uses it (npm start, perhaps), or set PORT.` : error.message);
    await stop(1);
  });
  server.listen(env.port, env.host, () =>
    console.log(`Site:    ${env.siteUrl} (development)\nEmails: ${env.smtpUrl ? 'by SMTP' : `${env.dataDir}/mail`}`),
  );
}

async function load(vite: ViteDevServer): Promise<Bundle> {
  const { ssr } = vite.environments;
  try {
    return (await (ssr as RunnableDevEnvironment).runner.import('/server/bundle.ts')) as Bundle;
  } catch (error) {
    // Vite starts anew when there is a page more or less. What was being loaded is loaded by the new one.
    if (!/transport was disconnected|being restarted/.test(String(error))) throw error;
    while (vite.environments.ssr === ssr) await pause(50);
    return load(vite);
  }
}

async function restart(bundle: Bundle, before: Promise<Running> | null): Promise<Running> {
  await (await before?.catch(() => null))?.close();
  const env = bundle.readEnv(process.env);
  const opened = await bundle.openApp(env);
  bundle.startApp(opened);
  const { app } = await bundle.createProduct(opened);
  return { bundle, close: () => bundle.closeApp(opened), app };
}

/** Vite's overlay, on a page that loads again by itself once the problem was corrected. */
function errorPage(error: Error): Response {
  const problems = contentProblems();
  const shown =
    problems.length > 0 ? { message: problems.join('\n'), stack: '' } : { message: error.message, stack: error.stack };
  const html = `<!DOCTYPE html><title>Problems in the content</title><script type="module">
    import { ErrorOverlay } from '/@vite/client';
    document.body.append(new ErrorOverlay(${JSON.stringify(shown).replaceAll('<', '\\u003c')}));
  </script><body></body>`;
  return new Response(html, {
    status: 500,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
