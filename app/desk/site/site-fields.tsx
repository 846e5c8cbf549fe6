import type { ReactNode } from 'react';
import { describedBy, HintAndError } from '#app/ui/hint-and-error.tsx';
import { days } from '#content/opening-hours.ts';
import type { Question } from '#content/types.ts';
import type { SiteInDesk, TypedSite } from '#server/site/live-site.ts';
import { TextField } from '../text-field.tsx';

const nations = ['England and Wales', 'Scotland', 'Northern Ireland'];

type Props = { site: SiteInDesk; typed: TypedSite; errors: Record<string, string> };

/** Every field of /desk/site. Each list ends with empty rows, so that one can be added without JavaScript. */
export function SiteFields({ site, typed, errors }: Props) {
  const { labels, services, pages } = site;
  const field = (name: 'notice' | 'helpline' | 'whatsapp') => (
    <TextField
      id={name}
      name={name}
      label={labels[name].title}
      hint={labels[name].description}
      error={errors[name]}
      defaultValue={typed[name]}
      autoComplete="off"
    />
  );
  const group = (name: keyof SiteInDesk['labels'], children: ReactNode) => (
    <Group id={name} {...labels[name]} error={errors[name]}>
      {children}
    </Group>
  );
  return (
    <>
      {field('notice')}
      {field('helpline')}
      {field('whatsapp')}
      <div className="field" data-invalid={errors.address ? '' : undefined}>
        <label htmlFor="address">{labels.address.title}</label>
        <HintAndError id="address" hint={labels.address.description} error={errors.address} />
        <textarea
          id="address"
          name="address"
          className="input"
          rows={5}
          defaultValue={typed.address.join('\n')}
          aria-describedby={describedBy({ id: 'address', hint: labels.address.description, error: errors.address })}
          aria-invalid={errors.address ? true : undefined}
        />
      </div>
      {group('openingHours', <Hours hours={typed.openingHours} />)}
      {group('closedDays', <ClosedDays {...typed.closedDays} />)}
      {group(
        'servicesOff',
        services.map(({ slug, title }) => (
          <label key={slug} className="choice">
            <input type="checkbox" name="service" value={slug} defaultChecked={!typed.servicesOff.includes(slug)} />
            {title}
          </label>
        )),
      )}
      {(['homeFaq', 'faq'] as const).map((list) => (
        <Group key={list} id={list} {...labels[list]} error={errors[list]}>
          <Questions list={list} questions={typed[list]} pages={pages} />
        </Group>
      ))}
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
  description: string;
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

function Hours({ hours }: { hours: TypedSite['openingHours'] }) {
  const { times, bankHolidays } = hours === 'always' ? { times: [], bankHolidays: false } : hours;
  return (
    <>
      <label className="choice">
        <input type="radio" name="open" value="always" defaultChecked={hours === 'always'} />
        At all times, also on bank holidays
      </label>
      <label className="choice">
        <input type="radio" name="open" value="times" defaultChecked={hours !== 'always'} />
        At these times:
      </label>
      <ul className="stack">
        {[...times, null, null].map((row, index) => (
          <li key={row ? JSON.stringify(row) : index} className="site-row">
            <Choice
              label={`From day, line ${index + 1}`}
              name={`times.${index}.from`}
              options={days}
              chosen={row?.from ?? 'Monday'}
            />
            <Choice label={`To day, line ${index + 1}`} name={`times.${index}.to`} options={days} chosen={row?.to ?? 'Friday'} />
            <Cell label={`Opens, line ${index + 1}`} name={`times.${index}.opens`} type="time" value={row?.opens ?? ''} />
            <Cell
              label={`Closes, line ${index + 1}`}
              name={`times.${index}.closes`}
              type="time"
              value={(row?.closes ?? '').replace('24:00', '00:00')}
            />
          </li>
        ))}
      </ul>
      <p className="muted">A line without times is left out. 00:00 closes at midnight.</p>
      <label className="choice">
        <input type="checkbox" name="bankHolidays" defaultChecked={bankHolidays} />
        Also on bank holidays
      </label>
    </>
  );
}

function ClosedDays({ bankHolidaysOf, days: closed }: TypedSite['closedDays']) {
  return (
    <>
      <Choice label="Bank holidays of" name="bankHolidaysOf" options={nations} chosen={bankHolidaysOf} />
      <ul className="stack">
        {[...closed, null, null].map((row, index) => (
          <li key={row ? JSON.stringify(row) : index} className="site-row">
            <Cell
              label={`First closed day, line ${index + 1}`}
              name={`closed.${index}.from`}
              type="date"
              value={row?.from ?? ''}
            />
            <Cell label={`Last closed day, line ${index + 1}`} name={`closed.${index}.to`} type="date" value={row?.to ?? ''} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Questions({ list, questions, pages }: { list: 'homeFaq' | 'faq'; questions: Question[]; pages: SiteInDesk['pages'] }) {
  return (
    <>
      {[...questions, null, null].map((one, row) => {
        const name = `${list}.${row}`;
        return (
          <details key={one ? `${row} ${one.question}` : row}>
            <summary>{one?.question || 'Another question'}</summary>
            <div className="stack">
              <Cell label="Question" name={`${name}.question`} type="text" value={one?.question ?? ''} />
              <div className="field">
                <label htmlFor={`${name}.answer`}>Answer</label>
                <textarea
                  id={`${name}.answer`}
                  name={`${name}.answer`}
                  className="input"
                  rows={4}
                  defaultValue={one?.answer ?? ''}
                />
              </div>
              <div className="field">
                <label htmlFor={`${name}.more`}>Page that says more</label>
                <select id={`${name}.more`} name={`${name}.more`} className="input" defaultValue={one?.more?.to ?? ''}>
                  <option value="">None</option>
                  {pages.map(({ path, title }) => (
                    <option key={path} value={path}>
                      {title}
                    </option>
                  ))}
                </select>
              </div>
            </div>
          </details>
        );
      })}
      <p className="muted">To remove a question, empty it and its answer.</p>
    </>
  );
}

function Cell({ label, name, type, value }: { label: string; name: string; type: string; value: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} className="input" defaultValue={value} />
    </div>
  );
}

function Choice({ label, name, options, chosen }: { label: string; name: string; options: readonly string[]; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="input" defaultValue={chosen}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}
