import { memo } from 'react';
import { describedBy, HintAndError } from '#app/ui/hint-and-error.tsx';
import { Labelled } from '#app/ui/labelled.tsx';
import type { Field as FieldDefinition } from '#forms/form.ts';

type FieldProps = {
  field: FieldDefinition;
  formSlug: string;
  /** The value that the field is rendered with; afterwards the field is uncontrolled. */
  initialValue: string | undefined;
  error: string | undefined;
  warning: string | undefined;
  /** Whether a field that has a condition is asked; undefined before hydration, when nothing could show it again. */
  isAsked?: boolean | undefined;
  /** The word behind the label of a field that may be left blank. */
  optional?: string;
  /** What is read before an error. */
  wrong?: string;
};

/** One field with its label, hint, error and warning, associated for assistive technology. */
export const Field = memo(function Field(props: FieldProps) {
  const { name, type, defaultValue, hidden, showIf, required } = props.field;
  if (hidden) return <input type="hidden" name={name} value={defaultValue} />;
  if (!showIf) return <Question {...props} />;
  const { isAsked } = props;
  // What was typed stays, also in the draft. A browser would refuse an address, or half a date, that nobody sees.
  const isUnseen = isAsked === false;
  const shownAs = isUnseen && /email|number|date|time/.test(type) ? 'text' : type;
  return (
    <fieldset className="field-condition" hidden={isUnseen}>
      <Question {...props} field={{ ...props.field, type: shownAs, required: Boolean(required && isAsked) }} />
    </fieldset>
  );
});

function Question(props: FieldProps) {
  if (props.field.type === 'radio') return <RadioGroup {...props} />;
  if (props.field.type === 'checkbox') return <Checkbox {...props} />;
  return <LabelledControl {...props} />;
}

function fieldId({ field, formSlug }: Pick<FieldProps, 'field' | 'formSlug'>): string {
  return `${formSlug}-${field.name}`;
}

/** The id of the element to focus: for a radio group, its first button. */
export function focusableId(props: Pick<FieldProps, 'field' | 'formSlug'>): string {
  const { type, options } = props.field;
  return type === 'radio' ? `${fieldId(props)}-${options?.[0]?.value}` : fieldId(props);
}

function LabelledControl(props: FieldProps) {
  const { field, warning } = props;
  return (
    <Labelled
      {...describedOf(props)}
      label={<LabelText field={field} optional={props.optional} />}
      className={field.half ? 'field field-half' : 'field'}
    >
      <Control {...props} />
      {['date', 'number', 'tel'].includes(field.type) && (
        <p role="status" id={`${fieldId(props)}-warning`} className="field-warning">
          {warning}
        </p>
      )}
    </Labelled>
  );
}

function Control(props: FieldProps) {
  const { field, initialValue } = props;
  const shared = {
    ...attributesOf(props),
    defaultValue: initialValue ?? field.defaultValue ?? '',
    autoComplete: field.autoComplete,
  };
  // Somebody may type a language of another direction than the page's.
  if (field.type === 'textarea') return <textarea {...shared} rows={field.rows ?? 5} dir="auto" className="input" />;
  if (field.type !== 'select') {
    const { type, inputMode, autoCapitalize } = field;
    return (
      <input
        {...shared}
        type={type}
        inputMode={inputMode}
        autoCapitalize={autoCapitalize}
        dir={type === 'text' ? 'auto' : undefined}
        // A wheel that scrolls the page would change the number of a field with the focus.
        onWheel={type === 'number' ? ({ currentTarget }) => currentTarget.blur() : undefined}
        className="input"
      />
    );
  }
  return (
    <select {...shared} className="input">
      <option value="">Choose one</option>
      {field.options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function RadioGroup(props: FieldProps) {
  const { field, initialValue, error } = props;
  const id = fieldId(props);
  return (
    <fieldset className="field" aria-describedby={describedBy(describedOf(props))} data-invalid={error ? '' : undefined}>
      <legend>
        <LabelText field={field} />
      </legend>
      <HintAndError {...describedOf(props)} />
      <div className="choices">
        {field.options?.map(({ value, label }) => (
          <label key={value} className="choice" htmlFor={`${id}-${value}`}>
            <input
              id={`${id}-${value}`}
              type="radio"
              name={field.name}
              value={value}
              required={field.required}
              defaultChecked={(initialValue ?? field.defaultValue) === value}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A single checkbox with the value 'yes'. */
function Checkbox(props: FieldProps) {
  const { field, initialValue, error } = props;
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="choice" htmlFor={fieldId(props)}>
        <input {...attributesOf(props)} type="checkbox" value="yes" defaultChecked={initialValue === 'yes'} />
        <span>
          <LabelText field={field} />
        </span>
      </label>
      <HintAndError {...describedOf(props)} />
    </div>
  );
}

function attributesOf(props: FieldProps) {
  const { field, error, warning } = props;
  return {
    id: fieldId(props),
    name: field.name,
    required: field.required,
    'aria-describedby': describedBy({ ...describedOf(props), warning }),
    'aria-invalid': error ? (true as const) : undefined,
  };
}

/** The mark behind a label: an asterisk for required fields (explained above the form), the word "optional" for others. */
function LabelText({ field, optional = 'optional' }: Pick<FieldProps, 'field' | 'optional'>) {
  if (field.required) {
    return (
      <>
        {field.label} <span aria-hidden="true">*</span>
      </>
    );
  }
  return field.type === 'checkbox' || field.type === 'radio' ? (
    field.label
  ) : (
    <>
      {field.label} ({optional})
    </>
  );
}

function describedOf(props: FieldProps) {
  return { id: fieldId(props), hint: props.field.hint, error: props.error, wrong: props.wrong };
}
