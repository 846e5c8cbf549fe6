import { useEffect, useState, useSyncExternalStore } from 'react';
import { addPhotograph, draftKeyOf, readPhotographs, removePhotograph } from '#app/waiting/photograph-store.ts';
import type { WaitingPhotograph } from '#app/waiting/waiting-store.ts';
import { evidenceLimits, evidenceRefusals, evidenceTypes } from '#forms/evidence-rules.ts';
import type { FormDefinition } from '#forms/form.ts';
import { changed, waitingList } from './waiting-list.ts';

/** Why photographs that were chosen last were not taken, in sentences, by the form's slug. */
const problems = new Map<string, string[]>();

/** They are kept on the device at once: phones close pages to make room for the camera. */
export async function addPhotographs({ slug }: FormDefinition, files: File[]): Promise<void> {
  const found: string[] = [];
  for (const file of files) {
    const problem = problemWith(file) ?? (await keepOnDevice(slug, file));
    if (problem) found.push(`${file.name}: ${problem}`);
  }
  problems.set(slug, found);
  await changed();
}

async function keepOnDevice(slug: string, file: File): Promise<string | null> {
  try {
    await addPhotograph(draftKeyOf(slug), file);
    return null;
  } catch {
    return 'This device has no room to keep it. Send the form without it: you can add it later.';
  }
}

function problemWith({ type, size }: File): string | null {
  if (type !== '' && !Object.hasOwn(evidenceTypes, type)) return evidenceRefusals.unknownType;
  return size > evidenceLimits.file.picture ? evidenceRefusals.tooLarge.picture : null;
}

/** The photographs that go with this form. */
export function ChosenPhotographs({ form }: { form: FormDefinition }) {
  const { slug } = form;
  const list = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  const [chosen, setChosen] = useState<WaitingPhotograph[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored has changed
  useEffect(() => {
    let isLeft = false;
    void readPhotographs(draftKeyOf(slug)).then(
      (found) => isLeft || setChosen(found),
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [slug, list]);

  return (
    <>
      {problems.get(slug)?.map((problem) => (
        <p key={problem} role="alert" className="callout callout-danger">
          {problem}
        </p>
      ))}
      <p role="status">
        {chosen.length > 0 && `${chosen.length === 1 ? '1 photograph' : `${chosen.length} photographs`} will be sent with it.`}
      </p>
      {chosen.length > 0 && (
        <ul aria-label="Chosen photographs">
          {chosen.map((photograph) => (
            <li key={photograph.id} className="cluster">
              <bdi>{photograph.name}</bdi>
              <button type="button" className="button-link" onClick={() => void removePhotograph(photograph).then(changed)}>
                Remove<span className="sr-only"> {photograph.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
