/**
 * The HTML that scripts may insert (Trusted Types): what our markdown compiles to, without scripts, event handlers or frames, and the
 * empty script element that React creates. The pattern is unambiguous, so it takes linear time.
 */
export const trustedHtml =
  /^(?:<script><\/script>|[^<]*(?:<(?:\/?(?:p|ul|ol|li|strong|em|del|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td|h[1-6]|a)|(?:a|h[1-6]|th|td)(?: (?:id|rel|align|title)="[^"<]*"| href="(?:[/#]|https:|tel:|mailto:)[^"<]*")+)>[^<]*)*)$/;

/** The script that installs the Trusted Types policy. HTML that does not match becomes empty; text is never made a script. */
export const trustOnlyOwnHtml = `window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:function(h){return ${trustedHtml}.test(h)?h:""}});`;

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
