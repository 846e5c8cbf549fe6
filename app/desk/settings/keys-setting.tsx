import { useEffect, useState } from 'react';
import { KeyList } from '../layout/keys-help.tsx';
import { areKeysOn, setKeysOn } from '../queue/use-desk-keys.ts';

/** The keys of the desk, and whether this browser has them: somebody who speaks to their computer switches them off. */
export function KeysSetting() {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(areKeysOn()), []);
  return (
    <section className="card stack" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <KeyList />
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setOn(event.target.checked);
            setKeysOn(event.target.checked);
          }}
        />
        Letters and numbers by themselves are keys in this browser
      </label>
    </section>
  );
}
