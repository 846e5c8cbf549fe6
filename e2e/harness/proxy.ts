import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { collect, root } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { waitLimitMs } from '#testing/until.ts';

export type RunningProxy = {
  url: string;
  plainUrl: string;
  /** Where the example of nginx has the files by which the renewal of a certificate is proved, and that of HAProxy has certbot. */
  acmeFolder: string;
  acmePort: number;
  /** Makes the proxy read its settings again without ending connections. Only for nginx. */
  reload: () => void;
  /** What it has written to its access log and its error log. */
  logged: () => string;
  stop: () => Promise<void>;
};

type Options = { others?: number[]; files?: string; barePort?: number; addressHeader?: string; isLogged?: boolean };

type Site = { files: string; isBare: boolean; addressHeader: string | undefined; isLogged: boolean };

type Ports = { secure: number; plain: number; acme: number; upstreams: number[] };

/** The name in the examples of deploy/. */
export const siteDomain = 'www.your-site.example';
export const bareDomain = 'your-site.example';

const programs = {
  nginx: { places: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'], prepare: prepareNginx },
  caddy: { places: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'], prepare: prepareCaddy },
  haproxy: { places: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'], prepare: prepareHaproxy },
};

/** The proxies of deploy/ that this machine has. */
export const installedProxies = (Object.keys(programs) as (keyof typeof programs)[]).filter((name) => {
  const found = programs[name].places.some((place) => existsSync(place));
  if (!found) console.warn(`${name} is not installed on this machine: its example in deploy/ is not tried.`);
  return found;
});

/** Those that serve the exported site by themselves: HAProxy serves no files. */
export const installedFileServers = installedProxies.filter((name) => name !== 'haproxy');

type ProxyName = keyof typeof programs;

export function pathOf(name: ProxyName): string {
  return programs[name].places.find((place) => existsSync(place)) ?? name;
}

/**
 * Starts a proxy with its example from deploy/, on ports of its own and with a certificate made for the occasion. `files`: an exported
 * site. `others`: the ports of more instances, which Caddy looks at as docs/operations.md says. `barePort`: without TLS, for browsers, which save nothing where they do not know a certificate; nginx alone. `addressHeader`: the header
 * in which a test says from which address a request comes; not for Caddy.
 * `isLogged`: with an access log, which the other examples have in any case.
 */
export async function startProxy(
  name: ProxyName,
  upstream: number,
  { others = [], files, barePort, addressHeader, isLogged = false }: Options = {},
): Promise<RunningProxy> {
  const folder = await makeFolder();
  const ports = {
    secure: barePort ?? (await freePort()),
    plain: await freePort(),
    acme: await freePort(),
    upstreams: [upstream, ...others],
  };
  const url = `${barePort ? 'http' : 'https'}://127.0.0.1:${ports.secure}`;
  const program = pathOf(name);
  const { args, env } = programs[name].prepare(folder, ports, program, {
    files: files ?? join(folder, 'none'),
    isBare: barePort !== undefined,
    addressHeader,
    isLogged,
  });
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  await waitUntilReady(url, child, output.text);
  return {
    url,
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    acmeFolder: join(folder, 'acme'),
    acmePort: ports.acme,
    reload: () => void child.kill('SIGHUP'),
    logged: () => output.text() + (existsSync(accessLog(folder)) ? readFileSync(accessLog(folder), 'utf8') : ''),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await removeFolder(folder);
    },
  };
}

function accessLog(folder: string): string {
  return join(folder, 'access.log');
}

function prepareNginx(
  folder: string,
  { secure, plain, upstreams }: Ports,
  program: string,
  { files, isBare, addressHeader }: Site,
) {
  const [key, certificate] = makeCertificate(folder);
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${secure}`)
    .replace(/ *server 127\.0\.0\.1:3000(.*)\n/, (_, rest) =>
      upstreams.map((port) => `server 127.0.0.1:${port}${rest}\n`).join(''),
    )
    .replaceAll('/var/www/kerbside', files)
    .replaceAll('/var/www/acme', join(folder, 'acme'))
    .replaceAll('/var/log/nginx/access.log', accessLog(folder))
    .replaceAll('/var/log/nginx/error.log', 'stderr')
    .replaceAll(/(?<=ssl_certificate )[^;]+/g, certificate)
    .replaceAll(/(?<=ssl_certificate_key )[^;]+/g, key);
  const bare = site
    .replaceAll(' ssl http2', '')
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replaceAll(`server_name ${siteDomain}`, 'server_name 127.0.0.1');
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const address = addressHeader ? `set_real_ip_from 127.0.0.1; real_ip_header ${addressHeader};` : '';
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log ${accessLog(folder)}; ${kept.join(' ')} ${address}\n${isBare ? bare : site} }`,
  );
  const args = ['-e', 'stderr', '-p', folder, '-c', config];
  execFileSync(program, ['-t', ...args], { stdio: 'pipe' });
  return { args, env: {} };
}

/** The paths of a key and of a certificate for the site. */
function makeCertificate(folder: string): [string, string] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${siteDomain}`, '-days', '1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject], {
    stdio: 'ignore',
  });
  return [key, certificate];
}

function prepareCaddy(folder: string, { secure, plain, upstreams }: Ports, program: string, { files, isLogged }: Site) {
  const settings = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${plain}\nhttps_port ${secure}\nauto_https disable_redirects\n`;
  const config = join(folder, 'Caddyfile');
  const site = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
    .replace(
      'lb_try_duration 10s',
      upstreams.length > 1 ? 'health_uri /readyz\n\t\thealth_interval 2s\n\t\t$&' : 'lb_try_duration 1s',
    )
    .replace(/^\{\n/m, (start) => start + settings);
  // A proxy with an access log writes it without private addresses.
  writeFileSync(config, isLogged ? site.replace(/^\t@private/m, '\tlog\n$&') : site);
  const sites = {
    SITE_DOMAIN: siteDomain,
    BARE_DOMAIN: bareDomain,
    SITE_FILES: files,
    UPSTREAM: upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
  };
  const env = { ...sites, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['--config', config, '--adapter', 'caddyfile'];
  execFileSync(program, ['validate', ...args], { stdio: 'pipe', env: { PATH: process.env.PATH, HOME: folder, ...env } });
  return { args: ['run', ...args], env };
}

function prepareHaproxy(folder: string, { secure, plain, acme, upstreams }: Ports, program: string, { addressHeader }: Site) {
  const both = join(folder, 'kerbside.pem');
  writeFileSync(
    both,
    makeCertificate(folder)
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  );
  const config = join(folder, 'haproxy.cfg');
  writeFileSync(
    config,
    readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
      .replaceAll(/^ {4}(chroot|user|group) .*\n/gm, '')
      .replace('log /dev/log local0', 'log stdout format raw local0')
      .replace('bind :80', `bind 127.0.0.1:${plain}`)
      .replace('bind :443', `bind 127.0.0.1:${secure}`)
      .replace('127.0.0.1:8402', `127.0.0.1:${acme}`)
      .replaceAll('/etc/haproxy/kerbside.pem', both)
      .replace(/bind .* ssl .*\n/, (line) => (addressHeader ? `${line} http-request set-src req.hdr(${addressHeader})\n` : line))
      .replaceAll(/^ {4}server a(\S*) 127\.0\.0\.1:3000(.*)\n/gm, (_, kind, rest) =>
        upstreams.map((port) => `server at-${port}${kind} 127.0.0.1:${port}${rest}\n`).join(''),
      ),
  );
  execFileSync(program, ['-c', '-f', config], { stdio: 'pipe' });
  return { args: ['-f', config], env: {} };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const end = Date.now() + waitLimitMs; Date.now() < end && child.exitCode === null; ) {
    // The check uses TLS, because a certificate may still be in the making when the port is open.
    const response = await request(`${url}/healthz`, { headers: { Host: siteDomain } }).catch(() => null);
    if (response) return;
    await pause(50);
  }
  throw new Error(`The proxy does not answer:\n${output()}`);
}
