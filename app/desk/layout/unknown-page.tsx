import { data } from 'react-router';

/** Any other address of the desk. It requires staff too, so that outside nobody learns which exist. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
