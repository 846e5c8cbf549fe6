/** Whoever asks has to be told by us: the library must not guess from headers that anybody can send. */
export const addressHeader = 'x-kerbside-address';
