import { PageStyles } from '#app/ui/page-styles.tsx';
import styles from './form-styles.css?inline';
import url from './form-styles.css?url';

/** The styles of forms, which pages without a form do not have. */
const sheet = { name: 'form', text: import.meta.env.SSR ? styles : '', url };

export function FormStyles() {
  return <PageStyles sheet={sheet} />;
}
