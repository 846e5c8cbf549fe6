import { useEffect, useState } from 'react';
import { areKeysOn, setKeysOn } from '../queue/use-desk-keys.ts';

const keys = [
  ['c', 'Call the sender'],
  ['o', 'Type what was said, and when next'],
  ['e', 'Correct or fill in answers'],
  ['n', 'Enter a new claim'],
  ['1 to 6', 'Record how the call ended'],
  ['j', 'Open the next claim, after a call was recorded'],
  ['u', 'Undo what was just done'],
] as const;

/** The keys of the desk, and whether this browser has them: somebody who speaks to their computer switches them off. */
export function KeysSetting() {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(areKeysOn()), []);
  return (
    <section className="card stack" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <ul className="list">
        {keys.map(([key, text]) => (
          <li key={key}>
            <kbd>{key}</kbd>: {text}
          </li>
        ))}
      </ul>
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
