/**
 * The header that is in every answer of our server and in no answer of another: proxies, gateways and sign-in pages of Wi-Fi networks
 * answer in our place, some with an `X-Request-Id` too. Files have none, because any server may send them.
 */
export const answerHeader = 'X-Kerbside-Answer';
