import { createContext, useContext, useState } from 'react';

/** The id of the request that a document answers, while the server renders it; it stands in the server's log. */
export const RequestIdContext = createContext<string | null>(null);

/**
 * For an error page that the server rendered: the number by which its cause is found. An error after a navigation was another
 * request's, whose id no script knows: `Layout` takes the document's away once scripts run.
 */
export function ErrorNumber() {
  const rendered = useContext(RequestIdContext);
  const [id] = useState(() => rendered ?? (typeof document === 'undefined' ? null : document.documentElement.dataset.requestId));
  if (!id) return null;
  return (
    <p>
      If you tell us about it, give us this number: <code>{id}</code>
    </p>
  );
}
