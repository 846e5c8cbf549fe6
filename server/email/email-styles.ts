import type { CSSProperties } from 'react';

/** Mail programs read styles on the element only. Colours as in app/ui/tokens.css. */
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

export const body: CSSProperties = { backgroundColor: '#f3f4f1', margin: 0, padding: 0 };
export const ground: CSSProperties = { backgroundColor: '#f3f4f1', fontFamily: family, color: '#14211b', padding: '16px' };
export const table: CSSProperties = { border: 0 };
export const sheet: CSSProperties = { border: 0, maxWidth: '640px' };
export const panel: CSSProperties = { backgroundColor: '#ffffff', padding: '24px', borderTop: '8px solid #00573c' };
export const title: CSSProperties = { fontSize: '24px', lineHeight: '30px', margin: '0 0 8px' };
export const facts: CSSProperties = { fontSize: '16px', lineHeight: '24px', margin: '0 0 8px' };
export const heading: CSSProperties = {
  fontSize: '18px',
  lineHeight: '24px',
  margin: '24px 0 8px',
  borderBottom: '2px solid #00573c',
};
export const line: CSSProperties = { fontSize: '16px', lineHeight: '24px', margin: '0 0 12px' };
export const label: CSSProperties = { color: '#52605a', fontSize: '14px' };
/** Line breaks as typed; an unbroken string of any length wraps. */
export const value: CSSProperties = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', wordBreak: 'break-word' };
export const closing: CSSProperties = { fontSize: '14px', lineHeight: '20px', color: '#52605a', margin: '24px 0 0' };
export const action: CSSProperties = {
  display: 'inline-block',
  backgroundColor: '#00573c',
  color: '#ffffff',
  fontWeight: 600,
  padding: '12px 20px',
  textDecoration: 'none',
};
