import stylesUrl from './desk.css?url';

/** A file of its own: staff come back all day, so their browser keeps it. */
export function DeskStylesheet() {
  return <link rel="stylesheet" href={stylesUrl} precedence="desk" />;
}
