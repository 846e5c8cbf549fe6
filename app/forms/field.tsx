import { ChoiceField } from './choice-field.tsx';
import { describedBy, FieldHelp, FieldLabel, type FieldProps, fieldId } from './field-parts.tsx';
import { SecondLook } from './second-look.tsx';

/** One question with its label, hint and error, all tied together. */
export function Field(props: FieldProps) {
  const { field, error } = props;
  if (field.type === 'radio' || field.type === 'checkbox') return <ChoiceField {...props} />;
  const id = fieldId(props);
  return (
    <div className={`field${field.half ? ' field-half' : ''}`} data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>
        <FieldLabel field={field} />
      </label>
      <FieldHelp {...props} />
      <Control {...props} id={id} />
      {(field.type === 'date' || field.type === 'number') && <SecondLook field={field} formSlug={props.formSlug} />}
    </div>
  );
}

function Control({ field, value, error, formSlug, id }: FieldProps & { id: string }) {
  const shared = {
    id,
    name: field.name,
    required: field.required,
    defaultValue: value ?? field.defaultValue ?? '',
    'aria-describedby': describedBy({ field, error, formSlug }),
    'aria-invalid': error ? (true as const) : undefined,
    autoComplete: field.autoComplete,
  };
  if (field.type === 'textarea') return <textarea {...shared} rows={field.rows ?? 5} className="input" />;
  if (field.type !== 'select') {
    return (
      <input
        {...shared}
        type={field.type}
        inputMode={field.inputMode}
        autoCapitalize={field.autoCapitalize}
        className={`input input-${field.type}`}
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
