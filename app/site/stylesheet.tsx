import styles from './site-styles.css?inline';
import stylesUrl from './site-styles.css?url';

/**
 * The one stylesheet, in the page: nothing has to be fetched before the first paint.
 * The browser keeps what the server sent, so its copy of the text is empty. In development it is a link, which can be hot-replaced.
 */
export function Stylesheet() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesUrl} precedence="app" />;
  return (
    <style href="app" precedence="app">
      {import.meta.env.SSR ? styles : ''}
    </style>
  );
}
