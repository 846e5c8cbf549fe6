import { Events, type MutableResponse, OAuth2Server, type TokenRequest } from 'oauth2-mock-server';
import { onTestFinished } from 'vitest';

/** An issuer of access tokens on loopback, which says of each whether it is valid (RFC 7662). */
export async function startIssuer() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  /** Every request for a token, and what is answered instead of one, such as `{ statusCode: 401, body: { error: 'invalid_client' } }`. */
  const requests: TokenRequest[] = [];
  const answer: { instead: MutableResponse | null; seconds: number } = { instead: null, seconds: 3_600 };
  const valid = new Set<string>();
  server.service.on(Events.BeforeResponse, (response: MutableResponse, { body }: { body: TokenRequest }) => {
    requests.push(body);
    if (answer.instead) return void Object.assign(response, answer.instead);
    const token = `${requests.length}.${(response.body as { access_token: string }).access_token}`;
    valid.add(token);
    Object.assign(response.body, { access_token: token, expires_in: answer.seconds });
  });
  server.service.addRoute('POST', '/is-valid', ({ body }, response) => {
    const { token } = body as { token?: string };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(valid.has(token ?? '') ? { active: true, username: 'claims' } : { active: false }));
  });
  await server.start(undefined, '127.0.0.1');
  const { port } = server.address();
  onTestFinished(async () => {
    if (server.listening) await server.stop();
  });
  return {
    /** MAIL_OAUTH_URL for it. */
    url: `http://kerbside:hunter2@127.0.0.1:${port}/token`,
    endpoint: `http://127.0.0.1:${port}/token`,
    /** Where Dovecot asks whether a token is valid. */
    introspectionUrl: `http://127.0.0.1:${port}/is-valid`,
    requests,
    answer,
    /** The tokens that mail servers take. */
    valid,
    stop: () => server.stop(),
  };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/**
 * Options of an SMTP server that takes the access tokens of this issuer, and nothing else. It refuses others with a challenge, as Gmail does,
 * or at once, as Exchange does.
 */
export function takesTokensOf({ valid }: Issuer, refusesBy: 'challenge' | 'code' = 'challenge') {
  const refusal =
    refusesBy === 'challenge' ? null : Object.assign(new Error('5.7.3 Authentication unsuccessful'), { responseCode: 535 });

  return {
    authOptional: false,
    authMethods: ['XOAUTH2'],
    onAuth: (
      { accessToken, username }: { accessToken?: string; username?: string },
      _session: unknown,
      done: (error: Error | null, answer?: object) => void,
    ) =>
      valid.has(accessToken ?? '')
        ? done(null, { user: username })
        : done(refusal, { data: { status: '401', schemes: 'bearer' } }),
  };
}
