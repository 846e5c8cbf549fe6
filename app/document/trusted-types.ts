/**
 * HTML that scripts may insert (Trusted Types): what our markdown compiles to, without scripts, event handlers or frames, and the empty
 * script element that React creates. The pattern is unambiguous, so it takes linear time.
 */
export const trustedHtml =
  /^(?:<script><\/script>|[^<]*(?:<(?:\/?(?:p|ul|ol|li|strong|em|del|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td|h[1-6]|a)|(?:a|h[1-6]|th|td)(?: (?:id|rel|align|title)="[^"<]*"| href="(?:[/#]|https:|tel:|mailto:)[^"<]*")+)>[^<]*)*)$/;

/** The script that installs the Trusted Types policy. HTML that does not match becomes empty; text is never made a script. */
export const trustOnlyOwnHtml = `window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:function(h){return ${trustedHtml}.test(h)?h:""}});`;

/** The directives that make browsers enforce Trusted Types. */
export const trustedTypesDirectives = ["require-trusted-types-for 'script'", 'trusted-types default'];
