import { useEffect, useState } from 'react';
import { PrintButton } from '#app/ui/print-button.tsx';
import { site } from '#content/site.ts';

/** The codes, with buttons to copy and to print them where there is JavaScript. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const title = `Recovery codes of ${email} for the ${site.brand} desk`;
  return (
    <div className="stack narrow">
      <p>{title}:</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton text={`${title}:\n${codes.join('\n')}\n`} />
        <PrintButton className="button-quiet">Print</PrintButton>
      </div>
    </div>
  );
}

/** Only with JavaScript, and where the browser lets a page write to the clipboard: over TLS or on this machine. */
function CopyButton({ text }: { text: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [status, setStatus] = useState('');
  useEffect(() => setCanCopy('clipboard' in navigator), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus('Copied.'),
      () => setStatus('Your browser did not allow it: copy them by hand.'),
    );
  return (
    <p className="cluster not-printed">
      <button type="button" className="button button-quiet" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{status}</span>
    </p>
  );
}
