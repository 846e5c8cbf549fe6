import { buttons, dark, light, type ThemeColour } from 'virtual:theme-colours';
import type { CSSProperties } from 'react';

/**
 * The fonts. Mail programs read the styles of the element; those with a dark mode read darkStyles too, or change the colours by
 * themselves.
 */
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** The colours of the elements with a class. */
const colours = {
  ground: { backgroundColor: 'paper', color: 'ink' },
  panel: { backgroundColor: 'surface', color: 'ink' },
  band: { backgroundColor: 'route', color: 'on-sign' },
  urgent: { backgroundColor: 'alert', color: 'on-sign' },
  rule: { borderColor: 'route-line' },
  part: { borderColor: 'line' },
  muted: { color: 'muted' },
  link: { color: 'link' },
  call: buttons.action,
  open: buttons.primary,
} satisfies Record<string, Partial<Record<'backgroundColor' | 'borderColor' | 'color', ThemeColour>>>;

type ColourClass = keyof typeof colours;

function styled(className: ColourClass, style: CSSProperties = {}) {
  const own = Object.entries(colours[className]).map(([property, name]) => [property, light[name]]);
  return { className, style: { ...style, ...Object.fromEntries(own) } as CSSProperties };
}

/** Wraps even a long string without spaces. */
const wrap: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

/** A button fills a narrow column, so that it can be met with a thumb. */
const button: CSSProperties = { ...buttons.style, display: 'block', maxWidth: '260px', ...wrap };

export const styles = {
  body: styled('ground', { margin: 0, padding: 0 }),
  ground: styled('ground', { fontFamily: family, padding: '12px 8px' }),
  sheet: { style: { border: 0, maxWidth: '640px' } },
  band: styled('band', {
    fontFamily: family,
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 600,
    padding: '8px 20px',
    ...wrap,
  }),
  panel: styled('panel', { fontFamily: family, padding: '16px 20px 24px', ...wrap }),
  title: { style: { fontSize: '24px', lineHeight: '30px', margin: '0 0 8px', ...wrap } },
  reference: { style: { whiteSpace: 'nowrap' } },
  urgent: styled('urgent', { fontSize: '16px', lineHeight: '24px', padding: '2px 8px', whiteSpace: 'nowrap' }),
  who: { style: { fontSize: '20px', lineHeight: '28px', fontWeight: 600, margin: '0', ...wrap } },
  facts: { style: { fontSize: '16px', lineHeight: '24px', margin: '0 0 12px', ...wrap } },
  heading: styled('rule', { fontSize: '18px', lineHeight: '24px', margin: '24px 0 8px', borderBottom: '2px solid' }),
  part: styled('part', {
    fontSize: '16px',
    lineHeight: '24px',
    margin: '20px 0 16px',
    borderTop: '1px solid',
    paddingTop: '12px',
  }),
  line: { style: { fontSize: '16px', lineHeight: '24px', margin: '0 0 12px' } },
  label: styled('muted', { fontSize: '14px' }),
  /** Keeps spaces as they were typed, in mail programs that support it; line breaks are elements. */
  value: { style: { whiteSpace: 'pre-wrap', ...wrap } },
  buttonLine: { style: { fontSize: '16px', lineHeight: '24px', margin: '0 0 12px' } },
  closing: styled('muted', { fontSize: '14px', lineHeight: '20px', margin: '24px 0 0' }),
  phone: styled('link', { fontWeight: 600, whiteSpace: 'nowrap' }),
  call: styled('call', button),
  open: styled('open', button),
} satisfies Record<string, { className?: ColourClass; style: CSSProperties }>;

const properties = { backgroundColor: 'background-color', borderColor: 'border-color', color: 'color' };

export const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${Object.entries(
  colours,
)
  .map(([name, own]) => {
    const rules = Object.entries(own).map(
      ([property, colour]) => `${properties[property as keyof typeof properties]}:${dark[colour as ThemeColour]}!important`,
    );
    return `.${name}{${rules.join(';')}}`;
  })
  .join('')}}`;
