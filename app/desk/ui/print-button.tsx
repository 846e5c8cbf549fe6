import { useEffect, useState } from 'react';

/** Only where scripts run: without them the browser's own menu prints. */
export function PrintButton() {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(true), []);
  if (!canPrint) return null;
  return (
    <p className="not-printed">
      <button type="button" className="button button-quiet" onClick={() => print()}>
        Print
      </button>
    </p>
  );
}
