import { decodeHtml } from './decode-html.ts';

/** What a browser posts of a form of the desk, as it was rendered, with nothing typed. */
export function postedForm(html: string): FormData {
  const given = new FormData();
  for (const [tag, input, other = '', body = ''] of html.matchAll(/<(input)[^>]*>|<(textarea|select)[^>]*>([\s\S]*?)<\/\2>/g)) {
    if (/type="(?:radio|checkbox)"/.test(tag) && !/ checked=/.test(tag)) continue;
    const chosen = /<option[^>]* selected=""[^>]*>[^<]*/.exec(body)?.[0] ?? /<option[^>]*>[^<]*/.exec(body)?.[0] ?? '';
    const option = / value="/.test(chosen) ? attribute(chosen, 'value') : decodeHtml(chosen.replace(/<[^>]*>/, ''));
    const typedText = other === 'select' ? option : decodeHtml(body.replace(/^\n/, ''));
    const value = input ? attribute(tag, 'value') || (/checkbox/.test(tag) ? 'on' : '') : typedText;
    given.append(attribute(tag, 'name'), value);
  }
  return given;
}

function attribute(tag: string, name: string): string {
  return decodeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}
