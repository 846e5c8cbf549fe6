import { data } from 'react-router';

/** Any other address below /desk. It requires staff too, so that nobody outside learns which pages exist. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
