import { useEffect, useState } from 'react';
import type { Field } from '#forms/form.ts';
import { secondLookAt } from '#forms/second-look.ts';
import { fieldId } from './field-parts.tsx';

/** A remark on an answer that is allowed but unlikely. It never holds the form back. */
export function SecondLook({ field, formSlug }: { field: Field; formSlug: string }) {
  const [remark, setRemark] = useState<string | null>(null);
  const id = fieldId({ field, formSlug });
  useEffect(() => {
    const control = document.getElementById(id) as HTMLInputElement | null;
    const look = () => setRemark(secondLookAt(field, control?.value ?? '', new Date()));
    control?.addEventListener('change', look);
    return () => control?.removeEventListener('change', look);
  }, [field, id]);
  return (
    <p role="status" className="field-remark">
      {remark}
    </p>
  );
}
