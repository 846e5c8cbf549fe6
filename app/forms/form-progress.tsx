import { type RefObject, useEffect, useState } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { sectionId } from './field-parts.tsx';

/** The sections of a long form: where one is, which are complete, and a way to each. Without scripts a list of links. */
export function FormProgress({ form, element }: { form: FormDefinition; element: RefObject<HTMLFormElement | null> }) {
  const [at, setAt] = useState(0);
  const [complete, setComplete] = useState<boolean[]>([]);

  useEffect(() => {
    const here = element.current;
    if (!here) return;
    const look = () => setComplete(form.sections.map((_, index) => isComplete(here, sectionId(form, index))));
    const enter = (event: Event) => {
      const index = form.sections.findIndex((_, section) => (event.target as Element).closest(`#${sectionId(form, section)}`));
      if (index >= 0) setAt(index);
    };
    look();
    here.addEventListener('input', look);
    here.addEventListener('reset', () => setTimeout(look));
    here.addEventListener('focusin', enter);
    return () => {
      here.removeEventListener('input', look);
      here.removeEventListener('focusin', enter);
    };
  }, [form, element]);

  return (
    <nav aria-label="Sections of this form" className="form-progress not-printed">
      <ol>
        {form.sections.map(({ title }, index) => (
          <li key={title}>
            <a
              href={`#${sectionId(form, index)}`}
              aria-current={index === at ? 'step' : undefined}
              data-complete={complete[index] ? '' : undefined}
            >
              <span className="form-progress-number">{index + 1}</span>
              <span className="form-progress-title">
                {title}
                {complete[index] && <span className="sr-only">, complete</span>}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A section counts when something stands in it and nothing required is missing. */
function isComplete(form: HTMLFormElement, id: string): boolean {
  const section = form.querySelector(`#${id}`);
  const controls = [...(section?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])];
  const answered = controls.some((control) =>
    control.type === 'checkbox' ? control.checked : control.type !== 'radio' && control.value !== '',
  );
  return answered && controls.every((control) => control.validity.valid);
}
