import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { endOldDrafts } from '#app/forms/form-draft.ts';
import { setControl } from '#app/forms/form-values.ts';
import { WaitingArea } from '#app/forms/waiting-area.tsx';
import { SiteForm, type SiteFormProps } from '#app/site/site-form.tsx';
import { createRoot, hydrateRoot } from './load-react.ts';

export { loadSending } from '#app/forms/late-sending.ts';

/** Hydrates a form with the properties that the server rendered it with. */
export function hydrateForm(element: HTMLElement): Promise<void> {
  endOldDrafts();
  const props: SiteFormProps = JSON.parse(element.dataset.form ?? '');
  const showRendered = keepRendered(element);
  return new Promise((resolve) => {
    function fail(error: unknown): void {
      reportError(error);
      const { dataset } = document.documentElement;
      delete dataset.hydrated;
      delete dataset.ready;
      // React empties the island first.
      setTimeout(showRendered);
    }
    startTransition(() => {
      hydrateRoot(
        element,
        <StrictMode>
          <Hydrated then={resolve}>
            <SiteForm {...props} />
          </Hydrated>
        </StrictMode>,
        { onUncaughtError: fail },
      );
    });
  });
}

/**
 * Keeps what the server rendered, for an island that throws. The form is then shown as the server rendered it, with what was typed, and
 * is posted as without JavaScript; the page no longer counts as interactive.
 */
function keepRendered(element: HTMLElement): () => void {
  const rendered = element.cloneNode(true) as HTMLElement;
  const form = element.querySelector('form');
  return () => {
    const fresh = rendered.querySelector('form');
    if (form && fresh) {
      const typed = new FormData(form);
      // The element itself stays: the page's own script keeps what is typed into it (app/document/keep-typed.ts).
      form.replaceChildren(...fresh.childNodes);
      fresh.replaceWith(form);
      Object.assign(form, { kept: false });
      for (const control of form.querySelectorAll<HTMLInputElement>('[name]'))
        setControl(control, String(typed.get(control.name) ?? ''));
    }
    element.replaceWith(rendered);
  };
}

function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/** Shows what waits on this device to be sent. */
export function showWaiting(): void {
  const place = document.getElementById('waiting-area');
  if (place) createRoot(place).render(<WaitingArea />);
}
