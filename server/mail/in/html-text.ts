import { compile, type DomNode, type FormatCallback, type SelectorDefinition } from 'html-to-text';

/** What is longer is no letter. */
export const longestHtml = 2_000_000;

/** Mail programs put each answer of a thread a few elements deeper. What is deeper than this would need more of the stack than there is. */
const deepest = 400;

const cut = '[…]';

/** One that is written into its element. */
const picture = /(["'])data:[^"']{100,}\1/gi;

/**
 * The words of an e-mail in HTML: rows of a table as lines, what a picture shows as its alternative text, and where a link leads behind
 * it. Nothing of it is ever shown as HTML, and no address in it is fetched.
 */
export function textOfHtml(html: string): string {
  const source = html.replaceAll(picture, '$1$1');
  const text = toText(source.slice(0, longestHtml)).replaceAll(/[\u00a0\u202f]/g, ' ');
  const lines = text.split('\n').map((line) => line.trimEnd());
  const words = lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
  return source.length > longestHtml ? `${words}\n\n${cut}` : words;
}

/** In HTML itself, which has no cells side by side, the library puts these into one line. */
const blocks = 'address caption center dd details dl dt fieldset figcaption figure legend option optgroup summary tr';

/** A mail program shows nothing of these. */
const silent = ['title', 'xml', 'datalist', '[hidden]', '[style*="display:none" i]', '[style*="display: none" i]'];

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const oneLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const selectors: SelectorDefinition[] = [
  ...blocks.split(' ').map((selector) => ({ selector, format: 'block', options: oneLine })),
  ...headings.map((selector) => ({ selector, options: { leadingLineBreaks: 2, trailingLineBreaks: 1, uppercase: false } })),
  ...silent.map((selector) => ({ selector, format: 'skip' })),
  // Some programs move own words in by one.
  ...['border:none', 'border: none'].map((style) => ({
    selector: `blockquote[style*="${style}" i]`,
    format: 'block',
    options: oneLine,
  })),
  // Some programs write lines as they were typed.
  ...['pre-wrap', 'pre-line'].flatMap((style) =>
    ['div', 'p'].map((name) => ({ selector: `${name}[style*="${style}" i]`, format: 'pre', options: oneLine })),
  ),
  { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
  { selector: 'hr', options: { ...oneLine, length: 8 } },
  { selector: 'img', format: 'alternativeText' },
  { selector: 'table', format: 'rows' },
  // Outside a table, where they have no business.
  ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { prefix: ' ' } })),
];

const alternativeText: FormatCallback = ({ attribs }, _walk, builder) => {
  const alt: string = attribs?.alt ?? '';
  // Mail programs draw faces as pictures.
  builder.addInline(/[\p{L}\p{N}]/u.test(alt) ? ` [${alt}] ` : alt);
};

/** Most tables of e-mails part the page: a row is one line only where each of its cells is. */
const rows: FormatCallback = (table, walk, builder) => {
  builder.openTable();
  for (const row of rowsOf(table)) {
    builder.openTableRow();
    for (const cell of isCalled(row, 'tr') ? row.children.filter(isMarkupOrText) : [row]) {
      builder.openTableCell();
      walk(isCalled(cell, 'td', 'th') ? cell.children : [cell], builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({ tableToString: textOfRows, leadingLineBreaks: 1, trailingLineBreaks: 1 });
};

function rowsOf(table: DomNode): DomNode[] {
  return table.children
    .flatMap((child) => (isCalled(child, 'thead', 'tbody', 'tfoot') ? child.children : [child]))
    .filter(isMarkupOrText);
}

function isCalled(node: DomNode, ...names: string[]): boolean {
  return names.includes(node.name ?? '');
}

function isMarkupOrText({ type, data }: DomNode): boolean {
  return type === 'tag' || (type === 'text' && data?.trim() !== '');
}

function textOfRows(all: { text: string }[][]): string {
  const texts = all.map((cells) => cells.map(({ text }) => text.replaceAll('\u00a0', ' ').trim()).filter((text) => text !== ''));
  return texts
    .map((cells) => cells.join(cells.some((text) => text.includes('\n')) ? '\n' : ' '))
    .filter((row) => row !== '')
    .join('\n');
}

const toText = compile({
  wordwrap: false,
  // All of it: a second document, such as the footer of a mailing list, stands behind the end of the first.
  baseElements: { selectors: [] },
  limits: { maxDepth: deepest, ellipsis: cut, maxInputLength: longestHtml },
  formatters: { alternativeText, rows },
  selectors,
});
