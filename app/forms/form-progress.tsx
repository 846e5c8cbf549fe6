import { useEffect, useState } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { sectionId } from './use-lead-form.ts';

/** For each section whether it is complete, and whether anything of it is asked. */
type FormProgressProps = { form: FormDefinition; complete: boolean[]; shown: boolean[] };

/**
 * The progress through the sections of a long form: which one is current, which are complete, and a link to each. Without JavaScript
 * it is a list of links.
 */
export function FormProgress({ form, complete, shown }: FormProgressProps) {
  const current = useSectionOnScreen(form);
  const sections = form.sections.map(({ title }, index) => ({ title, index })).filter(({ index }) => shown[index]);
  return (
    <nav aria-label="Sections of this form" className="form-progress not-printed">
      <ol>
        {sections.map(({ title, index }, place) => (
          <li key={title}>
            <a
              href={`#${sectionId(form, index)}`}
              aria-current={index === current ? 'step' : undefined}
              data-complete={complete[index] ? '' : undefined}
            >
              <span className="form-progress-number">{place + 1}</span>
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

/** How far down the screen one reads, as a part of its height. */
const readingLine = 0.4;

/** The section that has the focus while it is on the screen, otherwise the one that is read. */
function useSectionOnScreen(form: FormDefinition): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const sections = form.sections.flatMap((_, index) => document.getElementById(sectionId(form, index)) ?? []);
    function mark() {
      const boxes = sections.map((section) => section.getBoundingClientRect());
      const isWithin = (from: number, to: number) => (index: number) =>
        (boxes[index]?.top ?? 0) < to && (boxes[index]?.bottom ?? 0) > from;
      const focused = sections.findIndex((section) => section.contains(document.activeElement));
      const line = innerHeight * readingLine;
      const read = boxes.findIndex((_, index) => isWithin(line, line)(index));
      const found = focused >= 0 && isWithin(0, innerHeight)(focused) ? focused : read;
      if (found >= 0) setCurrent(found);
    }
    // One tells that a section comes to the line or leaves it, the other that it comes to the screen or leaves it.
    const margins = [`-${100 * readingLine}% 0px -${100 * (1 - readingLine)}% 0px`, '0px'];
    const watches = margins.map((rootMargin) => new IntersectionObserver(mark, { rootMargin }));
    for (const watch of watches) for (const section of sections) watch.observe(section);
    addEventListener('focusin', mark);
    return () => {
      for (const watch of watches) watch.disconnect();
      removeEventListener('focusin', mark);
    };
  }, [form]);
  return current;
}
