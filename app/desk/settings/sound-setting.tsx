import { isSoundOn, playRing, setSoundOn } from '../layout/ring.ts';
import { BrowserSetting } from './browser-setting.tsx';

/** Whether this browser makes a sound for this member of staff when somebody waits for a first call by a short target. */
export function SoundSetting({ staffId }: { staffId: string }) {
  return (
    <section className="card stack" aria-labelledby="sound">
      <h2 id="sound">Sound</h2>
      <p>
        The open desk shows a notice when somebody begins to wait for a call by a target of two hours or less, and when it is
        over. It can ring then, too. A browser plays it once you have clicked or typed on the page.
      </p>
      <BrowserSetting
        label="Make a sound in this browser"
        standard={false}
        read={() => isSoundOn(staffId)}
        write={(isOn) => setSoundOn(staffId, isOn)}
      />
      <p>
        <button type="button" className="button button-quiet hydrated-only" onClick={playRing}>
          Hear it
        </button>
      </p>
    </section>
  );
}
