import type { Server } from 'node:http';
import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { App } from '#server/core/app.ts';
import { connectionSentence, readConnectionRoom } from '#server/core/database/connection-room.ts';
import { ownerHint } from '#server/core/database/ownership.ts';
import { logLibraryOutput } from '#server/core/observability/library-output.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { ffmpegVersion } from '#server/files/ffmpeg.ts';
import { startCanary } from '#server/operations/canary/canary.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { unreadableFactorsMessage } from '#server/people/staff/unreadable-factors.ts';
import { isExportOf } from '#server/web/build-file.ts';
import { securityHeaders } from '#server/web/headers.ts';
import { openServer } from '#server/web/open-server.ts';
import { type Env, readEnv, SettingError } from './core/settings/env.ts';
import { misspeltSettings } from './core/settings/misspelt-settings.ts';
import { closeApp, startApp } from './modules.ts';
import { openApp } from './open-app.ts';
import { uploadPaths } from './web/app.ts';
import { createProduct } from './web/app-with-pages.ts';
import { deskOf } from './web/desk.ts';
import { exportPages } from './web/export-pages.ts';
import { readinessOf } from './web/monitoring-endpoints.ts';
import { startSite } from './web/site/live-site.ts';

/** How long requests in progress have to finish; e-mails have the rest. */
const requestsMs = 4_000;

/** For how long connections that are open already are taken, one in each turn of the event loop, before the port closes. */
const takingMs = 1_000;

/** The process exits after this time at the latest, counted from when the port begins to close. */
const drainMs = 9_500;

/** Within this time two signals count as one: Ctrl-C reaches the launcher and this process, and the launcher passes it on. */
const sameSignalMs = 1_000;

/** The process: settings, services, the port, and a clean end. `exportScript`: the path of bin/export.ts beside this build. */
export async function serve(exportScript: string): Promise<void> {
  // The files of the process (the database, e-mails, secrets) are only for its own user.
  process.umask(0o077);
  try {
    await start(exportScript);
  } catch (error) {
    const message =
      error instanceof SettingError
        ? error.message
        : `Kerbside could not start: ${error instanceof Error ? error.message : error}${hintOf(error)}`;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

/** Why it cannot listen, by the setting that can be changed. */
function listenMessage({ code = '', message }: NodeJS.ErrnoException, { host, port }: Env): string {
  const place = '127.0.0.1 behind a proxy on this machine, 0.0.0.0 for every address of it';
  if (code === 'EADDRINUSE') return `Port ${port} is taken: end what uses it (npm run dev, perhaps), or set PORT.`;
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return `HOST is ${host}, which is no address of this machine: set it to ${place}.`;
  if (code === 'EACCES') return `PORT is ${port}, which this user may not listen on: set it to 1024 or more, behind a proxy.`;
  return `HOST ${host} and PORT ${port} cannot be listened on: ${message}`;
}

/** A hint at the owner of a file that could not be used. The store's own errors already contain it. */
function hintOf(error: unknown): string {
  const { path } = (error ?? {}) as { path?: unknown };
  const hint = typeof path === 'string' ? ownerHint(path) : '';
  return hint && `.${hint}`;
}

/** Says in the log where the program of FFMPEG_PATH does not run: films have no stills then, and all else works. */
function noteFfmpeg({ env: { ffmpegPath }, log }: App): void {
  if (ffmpegPath === null) return;
  ffmpegVersion(ffmpegPath).catch((error) =>
    log.error('ffmpeg does not run', { FFMPEG_PATH: ffmpegPath, error: errorMessage(error) }),
  );
}

async function start(exportScript: string) {
  const env = readEnv(process.env);
  for (const sentence of misspeltSettings(process.env)) process.stderr.write(`${sentence}\n`);
  const app = await openApp(env);
  logLibraryOutput(app.refusalLog);
  startApp(app);
  noteFfmpeg(app);
  void warnOfConnections(app);
  endOnFault(app);
  const { app: site, files, renew, build } = await createProduct(app);
  const { exportDir } = env;
  await startSite(
    app,
    { renew, ...(exportDir !== null && { exportPages: () => exportPages(exportScript, exportDir) }) },
    () => exportDir === null || isExportOf(exportDir, build()),
  );
  const server = openServer({ fetch: site.fetch, files, headers: securityHeaders(env), uploadPaths });
  server.listen(env.port, env.host, () => {
    process.stdout.write(
      `Site:    ${env.siteUrl}\nEmails: ${env.smtpUrl ? `by SMTP to ${env.mailTo?.map(({ address }) => address).join(', ') ?? 'the address in content/site.ts'}` : `${env.dataDir}/mail as .eml files, until SMTP_URL is set`}\n`,
    );
    startCanary(app, server.address());
    process.send?.('ready');
    void warnOfSecondFactors(app);
  });
  server.on('error', async (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${listenMessage(error, env)}\n`);
    await closeApp(app);
    process.exit(1);
  });

  let stoppingSince: number | null = null;
  async function stop(signal: string) {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    app.log.info('stopping', { signal });
    await pause(readinessOf(app).end());
    setTimeout(() => process.exit(1), drainMs).unref();
    deskOf(app).closeStreams();
    await closeServer(server);
    await closeApp(app);
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  // A process that bin/start.mjs has started ends with it, however that ended.
  process.on('disconnect', () => void stop('launcher gone'));
}

/** Where not even one instance may have all that it opens: claims are stored by those that are kept for them, and other work waits. */
async function warnOfConnections({ db, log }: App): Promise<void> {
  const found = await readConnectionRoom(db).catch(() => null);
  if (found?.instances === 0) log.warn('few connections', { said: connectionSentence(found) });
}

/** After the start, because it loads what decrypts them. A store that does not answer is told of elsewhere. */
async function warnOfSecondFactors(app: App): Promise<void> {
  const sentence = await authOf(app)
    .countUnreadableFactors()
    .then(unreadableFactorsMessage, () => null);
  if (sentence) process.stderr.write(`${sentence}\n`);
}

/**
 * Ends the process after an uncaught exception, which leaves it in an unknown state. The store is safe, and a supervisor restarts it.
 */
function endOnFault({ log }: App): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const stack = error instanceof Error ? error.stack : undefined;
    log.error(origin === 'unhandledRejection' ? 'unhandled rejection' : 'uncaught exception', {
      error: errorMessage(error),
      stack,
    });
    process.exit(1);
  });
}

/**
 * Accepts no new connections, lets each request finish, and closes each connection when it is idle. Before that it takes those that the kernel
 * has opened, which a close would reset: a proxy tries a refused connection again, but answers a reset one with 502.
 */
async function closeServer(server: Server): Promise<void> {
  let taken = true;
  server.on('connection', () => {
    taken = true;
  });
  for (const end = performance.now() + takingMs; taken && performance.now() < end; await aTurn()) taken = false;
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), requestsMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(late);
}
