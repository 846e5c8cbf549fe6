/**
 * The HTML that a text of content/ may compile to: without scripts, event handlers or frames, because the page's policy allows every
 * script in it by its hash. The pattern is unambiguous, so it takes linear time.
 */
export const safeMarkup =
  /^[^<]*(?:<(?:\/?(?:p|ul|ol|li|strong|em|del|code|pre|blockquote|br|hr|table|thead|tbody|tr|th|td|h[1-6]|a)|\/span|span lang="[\w-]+" dir="auto"|(?:a|h[1-6]|th|td)(?: (?:id|rel|align|title)="[^"<]*"| href="(?:[/#]|https:|tel:|mailto:)[^"<]*")+)>[^<]*)*$/;
