import { useEffect, useState } from 'react';

/** A checkbox whose choice this browser keeps. The server does not know it, so that it shows `standard` until the page is hydrated. */
export function BrowserSetting(props: { label: string; standard: boolean; read: () => boolean; write: (isOn: boolean) => void }) {
  const { label, standard, read, write } = props;
  const [isOn, setOn] = useState(standard);
  // biome-ignore lint/correctness/useExhaustiveDependencies: It is read once; from then on the checkbox is what counts.
  useEffect(() => setOn(read()), []);
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          setOn(event.target.checked);
          write(event.target.checked);
        }}
      />
      {label}
    </label>
  );
}
