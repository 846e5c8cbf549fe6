import type { ReactNode } from 'react';
import { describedBy, HintAndError } from '#app/ui/hint-and-error.tsx';
import { Labelled } from '#app/ui/labelled.tsx';
import type { ListedQuestion } from '#content/site-changes.ts';
import { plainText } from '#forms/marked-languages.ts';
import type { SiteInDesk } from '#server/web/site/edit-site.ts';
import type { SiteField, TypedSite } from '#server/web/site/typed-site.ts';
import { TextField } from '../text-field.tsx';

type Props = { site: SiteInDesk; typed: TypedSite; errors: Record<string, string> };

type Words = SiteInDesk['words'];

/** Every field of /desk/site. Each list ends with empty rows, so that one can be added without JavaScript. */
export function SiteFields({ site, typed, errors }: Props) {
  const { words, services, pages } = site;
  const field = (name: 'notice' | 'helpline' | 'whatsapp') => (
    <TextField
      id={name}
      name={name}
      label={words[name]?.title ?? name}
      hint={words[name]?.description}
      error={errors[name]}
      defaultValue={typed[name]}
      autoComplete="off"
    />
  );
  const group = (name: SiteField, children: ReactNode) => (
    <Group id={name} title={words[name]?.title ?? name} description={words[name]?.description} error={errors[name]}>
      {children}
    </Group>
  );
  return (
    <>
      {field('notice')}
      {field('helpline')}
      {field('whatsapp')}
      <Labelled id="address" label={words.address?.title} hint={words.address?.description} error={errors.address}>
        <textarea
          id="address"
          name="address"
          className="input"
          rows={5}
          defaultValue={typed.address.join('\n')}
          aria-describedby={describedBy({ id: 'address', hint: words.address?.description, error: errors.address })}
          aria-invalid={errors.address ? true : undefined}
        />
      </Labelled>
      {group('openingHours', <Hours hours={typed.openingHours} words={words} />)}
      {group('closedDays', <ClosedDays {...typed.closedDays} words={words} />)}
      {group(
        'servicesOff',
        services.map(({ slug, title }) => (
          <label key={slug} className="choice">
            <input type="hidden" name="asked" value={slug} />
            <input type="checkbox" name="service" value={slug} defaultChecked={!typed.servicesOff.includes(slug)} />
            {title}
          </label>
        )),
      )}
      {group('homeFaq', <Questions list="homeFaq" questions={typed.homeFaq} pages={pages} words={words} errors={errors} />)}
      {group('faq', <Questions list="faq" questions={typed.faq} pages={pages} words={words} errors={errors} />)}
    </>
  );
}

function Group({
  id,
  title,
  description,
  error,
  children,
}: {
  id: string;
  title: string;
  description: string | undefined;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset
      id={id}
      className="field site-group"
      data-invalid={error ? '' : undefined}
      aria-describedby={describedBy({ id, hint: description || undefined, error })}
    >
      <legend>{title}</legend>
      <HintAndError id={id} hint={description || undefined} error={error} />
      {children}
    </fieldset>
  );
}

function Hours({ hours, words }: { hours: TypedSite['openingHours']; words: Words }) {
  const { times, bankHolidays } = hours === 'always' ? { times: [], bankHolidays: false } : hours;
  const list = words['openingHours.times'];
  return (
    <>
      <label className="choice">
        <input type="radio" name="open" value="always" defaultChecked={hours === 'always'} />
        At all times, also on bank holidays
      </label>
      <label className="choice">
        <input type="radio" name="open" value="times" defaultChecked={hours !== 'always'} />
        {list?.title}:
      </label>
      <ul className="stack">
        {[...times, null, null].map((row, index) => {
          const cell = (name: string) => ({
            words: words[`openingHours.times.${name}`],
            line: index,
            name: `times.${index}.${name}`,
          });
          return (
            <li key={row ? JSON.stringify(row) : index} className="site-row">
              <Choice {...cell('from')} chosen={row?.from ?? 'Monday'} />
              <Choice {...cell('to')} chosen={row?.to ?? 'Friday'} />
              <Cell {...cell('opens')} type="time" value={row?.opens ?? ''} />
              <Cell {...cell('closes')} type="time" value={(row?.closes ?? '').replace('24:00', '00:00')} />
            </li>
          );
        })}
      </ul>
      <p className="muted">{list?.description}</p>
      <label className="choice">
        <input type="checkbox" name="bankHolidays" defaultChecked={bankHolidays} />
        {words['openingHours.bankHolidays']?.title}
      </label>
    </>
  );
}

function ClosedDays({ bankHolidaysOf, days: closed, words }: TypedSite['closedDays'] & { words: Words }) {
  return (
    <>
      <Choice words={words['closedDays.bankHolidaysOf']} name="bankHolidaysOf" chosen={bankHolidaysOf} />
      <p className="muted">{words['closedDays.days']?.description}</p>
      <ul className="stack">
        {[...closed, null, null].map((row, index) => {
          const cell = (name: string) => ({
            words: words[`closedDays.days.${name}`],
            line: index,
            name: `closed.${index}.${name}`,
          });
          return (
            <li key={row ? JSON.stringify(row) : index} className="site-row">
              <Cell {...cell('from')} type="date" value={row?.from ?? ''} />
              <Cell {...cell('to')} type="date" value={row?.to ?? ''} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

type QuestionsProps = Pick<SiteInDesk, 'pages' | 'words'> & {
  list: 'homeFaq' | 'faq';
  questions: ListedQuestion[];
  errors: Props['errors'];
};

/** A question that was refused is open, with the reason. */
function Questions({ list, questions, pages, words, errors }: QuestionsProps) {
  return (
    <>
      {[...questions, null, null].map((one, row) => {
        const cell = (name: string) => ({ words: words[`${list}.${name}`], name: `${list}.${row}.${name}` });
        const id = `${list}.${row}`;
        const error = errors[id];
        return (
          <details key={one ? `${row} ${one.question}` : row} open={error !== undefined} data-invalid={error ? '' : undefined}>
            <summary>{plainText(one?.question ?? '') || 'Another question'}</summary>
            <div className="stack">
              <HintAndError id={id} hint={undefined} error={error} />
              <Cell {...cell('question')} type="text" value={one?.question ?? ''} />
              <Cell {...cell('answer')} type="textarea" value={one?.answer ?? ''} />
              <Choice {...cell('more')} chosen={one?.more?.to ?? ''}>
                <option value="">None</option>
                {pages.map(({ path, title }) => (
                  <option key={path} value={path}>
                    {title}
                  </option>
                ))}
              </Choice>
              {one && (
                <Labelled id={`${list}.${row}.place`} label="Place in the list">
                  <input
                    id={`${list}.${row}.place`}
                    name={`${list}.${row}.place`}
                    type="number"
                    min={1}
                    max={questions.length}
                    className="input"
                    defaultValue={row + 1}
                  />
                </Labelled>
              )}
            </div>
          </details>
        );
      })}
      <p className="muted">To remove a question, empty it and its answer.</p>
    </>
  );
}

/** `line`: the row of a list, which its label names for those who do not see it there. */
type CellProps = { words: Words[string] | undefined; name: string; line?: number };

function LabelText({ words, name, line }: CellProps) {
  return (
    <>
      {words?.title ?? name}
      {line !== undefined && <span className="sr-only">, line {line + 1}</span>}
    </>
  );
}

function Cell({ type, value, ...cell }: CellProps & { type: string; value: string }) {
  const input = { id: cell.name, name: cell.name, className: 'input', defaultValue: value };
  return (
    <Labelled id={cell.name} label={<LabelText {...cell} />}>
      {type === 'textarea' ? <textarea {...input} rows={4} /> : <input {...input} type={type} />}
    </Labelled>
  );
}

function Choice({ chosen, children, ...cell }: CellProps & { chosen: string; children?: ReactNode }) {
  return (
    <Labelled id={cell.name} label={<LabelText {...cell} />}>
      <select id={cell.name} name={cell.name} className="input" defaultValue={chosen}>
        {children ?? cell.words?.options.map((option) => <option key={option}>{option}</option>)}
      </select>
    </Labelled>
  );
}
