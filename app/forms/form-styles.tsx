import { loadPageStyles, PageStyles } from '#app/ui/page-styles.tsx';
import styles from './form-styles.css?inline';
import url from './form-styles.css?url';

/** Pages without a form do not have it. */
const sheet = { name: 'form', text: import.meta.env.SSR ? styles : '', url };

export const loadFormStyles = () => loadPageStyles(sheet);

export function FormStyles() {
  return <PageStyles sheet={sheet} />;
}
