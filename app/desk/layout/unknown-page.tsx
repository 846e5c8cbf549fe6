import { data } from 'react-router';

/** An address of the desk that has no screen. It requires staff too: what is there is nobody's business outside. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
