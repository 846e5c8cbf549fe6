import { steps } from '#content/steps.ts';
import { CountdownMarker } from './countdown-marker.tsx';

/** The four steps as the markers that count down to an exit: three bars, two, one, and there. */
export function ProcessSteps() {
  return (
    <section className="band steps-band" aria-labelledby="steps-title">
      <div className="rail stack">
        <h2 id="steps-title">From the kerb to the end of your claim</h2>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <CountdownMarker bars={steps.length - 1 - index} />
              <h3>
                <span className="step-number">Step {index + 1}</span> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
