import axe from 'axe-core';
import { Window } from 'happy-dom';

/** What WCAG 2.2 AA asks, and what is good practice, such as landmarks and the order of headings. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What cannot be known without a layout: build-tools/colour-contrast.ts computes contrast, and e2e/accessibility.slow.test.ts asks a browser for the rest. */
const ofLayout = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable', 'css-orientation-lock'];

/** The violations that axe finds in HTML, a line for each rule and element. A rule that could not be applied is one too. */
export async function violationsIn(html: string): Promise<string[]> {
  const window = new Window({ url: 'https://kerbside.example/', settings: { disableCSSFileLoading: true } });
  const { document } = window;
  // Its parser takes some text of scripts for tags, and loses what follows.
  document.write(html.replaceAll(/(<script[^>]*>)[\s\S]*?(?=<\/script>)/g, '$1'));
  // axe passes over what is folded away.
  for (const details of document.querySelectorAll('details')) details.open = true;
  // Of the styles axe asks which elements are hidden; Happy DOM would compute all of each element.
  Object.assign(window, { getComputedStyle: (element: Element) => ({ getPropertyValue: styleOf(element) }) });
  // Whether a dialog covers the page is asked of a layout; in HTML as it comes none does.
  Object.assign(document, { elementFromPoint: () => null, elementsFromPoint: () => [] });
  // axe keeps the source of each element for each rule: that of the page would be written for each of its roots.
  Object.defineProperty(window.Element.prototype, 'outerHTML', { get: tagOf });
  const { violations, incomplete } = await axe.run(document.documentElement as never, {
    runOnly: { type: 'tag', values: tags },
    rules: Object.fromEntries(ofLayout.map((rule) => [rule, { enabled: false }])),
    iframes: false,
    selectors: false,
    resultTypes: ['violations', 'incomplete'],
  });
  await window.happyDOM.close();
  return [...violations, ...incomplete].flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** An element without what is in it. */
function tagOf(this: Element): string {
  return `<${this.localName}${[...this.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('')}>`;
}

/** The styles of an element of a page without a stylesheet. */
function styleOf(element: Element): (property: string) => string {
  const isHidden = element.matches('[hidden], head, head *, script, style, template, [style*="display:none"]');
  return (property) => (property === 'display' ? (isHidden ? 'none' : 'block') : '');
}
