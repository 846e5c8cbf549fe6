/**
 * The end of every page's policy: what no page does, Trusted Types by these policies, and where browsers report violations.
 * `report-to` needs another header and is not supported everywhere.
 */
export function commonDirectives({ https, policies }: { https: boolean; policies: string[] }): string[] {
  return [
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.join(' ')}`,
    'report-uri /csp-reports',
    ...(https ? ['upgrade-insecure-requests'] : []),
  ];
}
