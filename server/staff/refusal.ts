/** What the sign-in library says when it refuses; everything else it throws is a fault, and stays one. */
export type Refusal = { code: string };

/** Waits for the library: its answer, or what `otherwise` makes of its refusal. */
export async function unlessRefused<T, U>(call: Promise<T>, otherwise: (refusal: Refusal) => U | Promise<U>): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    const { name, statusCode, body } = error as { name?: string; statusCode?: number; body?: { code?: string } };
    if (name !== 'APIError' || (statusCode ?? 500) >= 500) throw error;
    return otherwise({ code: body?.code ?? '' });
  }
}
