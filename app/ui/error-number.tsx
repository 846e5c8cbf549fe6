import { createContext, useContext, useState } from 'react';

/** The id of the request for which the server renders a document; it is in the server's log. */
export const RequestIdContext = createContext<string | null>(null);

/**
 * The number on an error page that the server rendered, by which the cause is found in the log. An error after a navigation belongs
 * to another request, whose id no script knows, so `Layout` removes the id of the document once scripts run.
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
