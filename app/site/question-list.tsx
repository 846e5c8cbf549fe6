import { Accordion } from '#app/ui/accordion.tsx';
import type { Question } from '#content/types.ts';
import { Words } from './words.tsx';

/** Questions, each of which opens its answer and a link to the page that says more. */
export function QuestionList({ name, questions }: { name: string; questions: Question[] }) {
  const items = questions.map(({ question, answer, more }) => ({
    title: question,
    heading: <Words text={question} />,
    body: (
      <>
        <p>
          <Words text={answer} />
        </p>
        {more && (
          <p>
            <a href={more.to}>{more.label}</a>
          </p>
        )}
      </>
    ),
  }));
  return <Accordion name={name} items={items} />;
}
