import { describedBy, FieldHelp, FieldLabel, type FieldProps, fieldId } from './field-parts.tsx';

/** Radio buttons in a group of their own, or a single box with the value 'yes'. */
export function ChoiceField(props: FieldProps) {
  return props.field.type === 'radio' ? <RadioGroup {...props} /> : <Checkbox {...props} />;
}

function RadioGroup(props: FieldProps) {
  const { field, value, error } = props;
  const id = fieldId(props);
  return (
    <fieldset className="field" aria-describedby={describedBy(props)} data-invalid={error ? '' : undefined}>
      <legend>
        <FieldLabel field={field} />
      </legend>
      <FieldHelp {...props} />
      <div className="choices">
        {field.options?.map((option) => (
          <label key={option.value} className="choice" htmlFor={`${id}-${option.value}`}>
            <input
              id={`${id}-${option.value}`}
              type="radio"
              name={field.name}
              value={option.value}
              defaultChecked={(value ?? field.defaultValue) === option.value}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Checkbox(props: FieldProps) {
  const { field, value, error } = props;
  const id = fieldId(props);
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="choice" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          name={field.name}
          value="yes"
          required={field.required}
          defaultChecked={value === 'yes'}
          aria-describedby={describedBy(props)}
          aria-invalid={error ? true : undefined}
        />
        <span>
          <FieldLabel field={field} />
        </span>
      </label>
      <FieldHelp {...props} />
    </div>
  );
}
