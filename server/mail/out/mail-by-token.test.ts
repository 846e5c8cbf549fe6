// Protects: every email leaves by access tokens, from one setting, and what they are refused for is told.
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { longLimits, startMailServer } from '#testing/mail-server.ts';
import { startIssuer, takesTokensOf } from '#testing/oauth-issuer.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type Message, mailboxOf } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

test('the emails to team and visitors, and the canary, share a token, and bring another where it is called invalid', async () => {
  const issuer = await startIssuer();
  const server = await startMailServer(takesTokensOf(issuer));
  onTestFinished(server.close);
  const { opened, run, clock, send, services, logged } = await createTestCanary({
    MAIL_OAUTH_URL: `${issuer.url}?secret_ends=2026-12-18`,
    SMTP_URL: `smtp://website%40kerbside.example@127.0.0.1:${server.port}?tls=unchecked`,
  });
  const isCanaryWell = async () => (await services.metrics.text()).includes('kerbside_canary_ok 1');
  const alarms = async () => {
    await services.alarmWatch.check();
    return services.alarmWatch.raised().flatMap(({ name, message }) => (/^mail_[st]/.test(name) ? `${name}: ${message}` : []));
  };
  await send('Make a Claim', aoife);
  await server.waitForEmail(({ envelope }) => envelope.to[0] === 'claims@kerbside.example');
  await server.waitForEmail(({ envelope }) => envelope.to[0] === aoife.email);
  await run();
  expect([await isCanaryWell(), issuer.requests.length, await alarms()]).toEqual([
    true,
    1,
    ['mail_secret_ending: The secret in MAIL_OAUTH_URL ends on 18 December 2026.'],
  ]);
  issuer.valid.clear();
  await run();
  expect([await isCanaryWell(), issuer.requests.length]).toEqual([true, 2]);

  issuer.valid.clear();
  issuer.answer.instead = {
    statusCode: 401,
    body: { error: 'invalid_client', error_description: 'AADSTS7000222: It has expired.' },
  };
  const check = await opened.mail.canary.check();
  expect(check).toMatchObject({
    kind: 'misconfigured',
    reply: expect.stringContaining('The access token does not open the mailbox website@kerbside.example: '),
  });
  expect(await alarms()).toContainEqual(
    expect.stringMatching(
      /^mail_token_refused: There is no new access token for the mail server: .+ refuses an access token: the secret in MAIL_OAUTH_URL has ended \(AADSTS7000222\)\.$/,
    ),
  );
  clock.now += 61 * minute;
  expect(await opened.mail.canary.check()).toMatchObject({ kind: 'misconfigured', reply: expect.stringContaining('has ended') });
  issuer.answer.instead = { statusCode: 503, body: {} };
  clock.now += minute;
  expect(await opened.mail.canary.check()).toMatchObject({
    kind: 'unreachable',
    reply: expect.stringContaining('for now (HTTP 503)'),
  });
  issuer.answer.instead = null;
  clock.now += minute;
  expect(await opened.mail.canary.check()).toMatchObject({ kind: 'ready' });
  expect(await alarms()).toHaveLength(1);
  expect(logged.join()).not.toMatch(/hunter2|eyJ/);
});

test('where a server refuses a token at once, the next attempt brings another', async () => {
  const issuer = await startIssuer();
  const server = await startMailServer(takesTokensOf(issuer, 'code'));
  onTestFinished(server.close);
  const tokens = createAccessTokens(issuer.url, Date.now);
  const mailer = createSmtpMailer(`smtp://web@127.0.0.1:${server.port}?tls=unchecked`, { ...longLimits, tokens });
  onTestFinished(mailer.close);
  const message: Message = {
    id: '<1@kerbside.example>',
    fileName: '1.eml',
    from: mailboxOf('web@kerbside.example'),
    to: [mailboxOf('claims@kerbside.example')],
    replyTo: null,
    autoSubmitted: null,
    subject: 'A claim',
    html: '<p>A claim</p>',
    text: 'A claim',
    sentAt: 0,
  };
  for (const attempt of [() => mailer.send(message), mailer.check]) {
    await tokens.get('web');
    issuer.valid.clear();
    expect(await attempt()).toEqual({
      kind: 'misconfigured',
      reply: 'The access token does not open the mailbox web: 535 5.7.3 Authentication unsuccessful',
    });
    expect((await attempt()).kind).toMatch(/^(sent|ready)$/);
  }
});
