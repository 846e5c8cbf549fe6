import { KeyList } from '../layout/keys-help.tsx';
import { areKeysOn, setKeysOn } from '../use-desk-keys.ts';
import { BrowserSetting } from './browser-setting.tsx';

/** The keys of the desk, and whether this browser has them: somebody who speaks to their computer switches them off. */
export function KeysSetting() {
  return (
    <section className="card stack" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <KeyList />
      <BrowserSetting
        label="Letters and numbers by themselves are keys in this browser"
        standard
        read={areKeysOn}
        write={setKeysOn}
      />
    </section>
  );
}
