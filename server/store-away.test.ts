// Protects: whatever a store that is away keeps from being done is answered 503 and when to try again, on pages and endpoints alike.
import { expect, test } from 'vitest';
import { engines } from '#testing/databases.ts';
import { harpreet } from '#testing/fixtures/enquirers.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { createDatabase, query } from '#testing/postgres-server.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';
import { sharedPostgresPort } from '#testing/test-run.ts';

test.runIf(engines.includes('postgres'))(
  'a database that takes no connections is told as that to staff, claimants and programs',
  async () => {
    const url = await createDatabase(await sharedPostgresPort());
    const { app, visitor, services, send } = await openSiteInNode({ DATABASE_URL: url });
    const staff = visitor((await joinAsStaff(services.auth, 'grace@kerbside.example', 'owner', 'Grace Boateng')).browser);
    const { link } = await (await send('Make a Claim', aoife)).json();
    const claimant = visitor();
    await claimant.get(new URL(link).pathname);
    const [claim] = await query(url, 'select id from form_submissions');
    const path = `/desk/submissions/${claim?.id}`;
    expect([(await staff.get(path)).status, (await claimant.get('/your-claim')).status]).toEqual([200, 200]);

    const name = new URL(url).pathname.slice(1);
    await query(
      new URL('postgres', url).href,
      `alter database ${name} allow_connections false; select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    const answers = {
      'a page of the desk': await staff.get(path),
      'its data': await staff.get(`${path}.data`),
      'a note': await staff.post(path, { act: 'note', text: 'She is at the garage.' }),
      'a call': await staff.post(`${path}.data`, { act: 'spoke', text: 'She is at the garage.' }),
      'the page of a claim': await claimant.get('/your-claim'),
      'a message': await claimant.post('/your-claim', { act: 'message', text: 'The car has gone.' }),
      'a form without scripts': await visitor().post('/contact', harpreet),
    };
    const told = Object.entries(answers).map(([what, { status, headers }]) => [what, status, headers.get('retry-after')]);
    expect(told).toEqual(Object.keys(answers).map((what) => [what, 503, '30']));
    expect(answers['a note'].html).toContain('go back');
    expect((await send('Make a Claim', { ...aoife, additionalInfo: 'again' })).status).toBe(503);
    expect((await app.request('/make-a-claim')).status).toBe(200);
    // What was found within the second before is told again.
    const ready = async () => (await app.request('/readyz')).json();
    await expect.poll(ready, { timeout: 5_000 }).toMatchObject({ ready: true, store: 'away' });
  },
);
