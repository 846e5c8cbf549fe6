/**
 * Markup that may be put into a living page as text (Trusted Types): what our own markdown becomes, with neither scripts, handlers
 * nor frames, and the empty script element by which React makes one. Each character can be read in one way only: linear time.
 */
export const trustedHtml =
  /^(?:<script><\/script>|[^<]*(?:<(?:\/?(?:p|ul|ol|li|strong|em|del|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td|h[1-6]|a)|(?:a|h[1-6]|th|td)(?: (?:id|rel|align|title)="[^"<]*"| href="(?:[/#]|https:|tel:|mailto:)[^"<]*")+)>[^<]*)*)$/;

/** A script that tells the browser so. What is not trusted comes out empty: the page goes on without it. Text never becomes a script. */
export const trustOnlyOwnHtml = `window.trustedTypes&&trustedTypes.createPolicy("default",{createHTML:function(h){return ${trustedHtml}.test(h)?h:""}});`;

/** The part of a page's policy that makes browsers ask. */
export const trustedTypesDirectives = ["require-trusted-types-for 'script'", 'trusted-types default'];
