import type { FormDefinition } from '#forms/form.ts';
import { sectionId } from './use-lead-form.ts';

type FormProgressProps = { form: FormDefinition; current: number; complete: boolean[] };

/**
 * The progress through the sections of a long form: which one is current, which are complete, and a link to each. Without JavaScript
 * it is a list of links.
 */
export function FormProgress({ form, current, complete }: FormProgressProps) {
  return (
    <nav aria-label="Sections of this form" className="form-progress not-printed">
      <ol>
        {form.sections.map(({ title }, index) => (
          <li key={title}>
            <a
              href={`#${sectionId(form, index)}`}
              aria-current={index === current ? 'step' : undefined}
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
