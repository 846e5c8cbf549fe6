import { data } from 'react-router';

/** Waits for the desk; what the role does not allow becomes the page that says so. */
export async function allow<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowed') throw data(error.message, { status: 403 });
    throw error;
  }
}
