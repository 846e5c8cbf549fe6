import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { endOldDrafts } from '#app/forms/form-draft.ts';
import { WaitingArea } from '#app/forms/waiting-area.tsx';
import { SiteForm, type SiteFormProps } from '#app/site/site-form.tsx';
import { forms } from '#forms/forms.ts';

/** Hydrates a form with the properties that the server rendered it with. */
export function hydrateForm(element: HTMLElement): Promise<void> {
  endOldDrafts(forms.map(({ slug }) => slug));
  const props: SiteFormProps = JSON.parse(element.dataset.form ?? '');
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(
        element,
        <StrictMode>
          <Hydrated then={resolve}>
            <SiteForm {...props} />
          </Hydrated>
        </StrictMode>,
      );
    });
  });
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
