import styles from './site-styles.css?inline';
import stylesUrl from './site-styles.css?url';

/**
 * The stylesheet, which is part of the page, so that the first paint needs no other request. The browser keeps what the server sent,
 * so the text is empty in its code. In development it is a link, which can be hot-replaced.
 */
export function Stylesheet() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesUrl} precedence="app" />;
  return (
    <style href="app" precedence="app">
      {import.meta.env.SSR ? styles : ''}
    </style>
  );
}
