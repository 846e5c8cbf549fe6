import { isIP } from 'node:net';
import type { Env } from '#server/env.ts';
import { isExampleHost } from './example-addresses.ts';
import { amber, type Finding, green, red } from './finding.ts';

const shortestToken = 20;

export function settingFindings(env: Env): Finding[] {
  return [siteUrl(env), proxy(env), metrics(env), ...limits(env), ...log(env), ...postgres(env)];
}

function siteUrl({ siteUrl }: Env): Finding {
  const { protocol, hostname } = new URL(siteUrl);
  const todo = 'Set SITE_URL to the address that visitors use, such as https://www.your-site.co.uk.';
  if (protocol !== 'https:') return red('site address', `SITE_URL is ${siteUrl}, which is not https.`, todo);
  if (isExampleHost(hostname) || isIP(hostname)) return red('site address', `SITE_URL is ${siteUrl}, which is nobody’s.`, todo);
  return green('site address', `The site is ${siteUrl}.`);
}

function proxy({ siteUrl, trustProxy }: Env): Finding {
  if (trustProxy > 0) return green('proxy', `${trustProxy} in front may say who asks.`);
  if (siteUrl.startsWith('https:'))
    return red(
      'proxy',
      'The site is https, so a proxy is in front, and TRUST_PROXY is 0: all visitors would count as one.',
      'Set TRUST_PROXY to the number of proxies that add to X-Forwarded-For, usually 1.',
    );
  return amber('proxy', 'TRUST_PROXY is 0.', 'Set it to 1 when a proxy with TLS stands in front.');
}

function metrics({ metricsToken }: Env): Finding {
  const todo =
    'Set METRICS_TOKEN to the output of `openssl rand -hex 32`, let a Prometheus read /metrics with it, and load docs/alerts.yml.';
  if (metricsToken === null)
    return amber(
      'alarms',
      'METRICS_TOKEN is not set: only a Prometheus on this machine can ring when letters stand still.',
      todo,
    );
  if (metricsToken.length < shortestToken) return red('alarms', 'METRICS_TOKEN is short enough to be guessed.', todo);
  return green('alarms', 'Figures may be read with METRICS_TOKEN; docs/alerts.yml says when to ring.');
}

function limits({ rateLimit }: Env): Finding[] {
  return rateLimit ? [] : [red('limits', 'RATE_LIMIT is off, which is for load tests.', 'Unset RATE_LIMIT.')];
}

function log({ logLevel }: Env): Finding[] {
  if (logLevel !== 'silent' && logLevel !== 'error') return [];
  return [amber('log', `LOG_LEVEL is ${logLevel}: alarms and letters that wait are not told.`, 'Set LOG_LEVEL to info or warn.')];
}

/** A name without a dot is a neighbour on a private network, as in a compose file. */
function postgres({ databaseUrl }: Env): Finding[] {
  if (!databaseUrl) return [];
  const { hostname, searchParams } = new URL(databaseUrl);
  if (!hostname.includes('.') || isIP(hostname) || (searchParams.get('sslmode') ?? 'disable') !== 'disable') return [];
  return [
    amber(
      'database link',
      `The link to the PostgreSQL at ${hostname} is not encrypted.`,
      'Add ?sslmode=verify-full to DATABASE_URL, unless the network between is your own.',
    ),
  ];
}
