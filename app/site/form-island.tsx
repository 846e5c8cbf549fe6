import { keepTypedScript } from '#app/document/keep-typed.ts';
import styles from '#app/forms/form-styles.css?inline';
import { SiteForm, type SiteFormProps } from './site-form.tsx';

/** The place of a form in its page: the only part of it that is hydrated (app/islands/islands.tsx). */
export function FormIsland(props: SiteFormProps) {
  return (
    <>
      <style href="form" precedence="app">
        {styles}
      </style>
      <div className="form-island" data-form={JSON.stringify(props)}>
        <SiteForm {...props} />
      </div>
      <script>{keepTypedScript}</script>
    </>
  );
}
