import { parseArgs } from 'node:util';
import { readEnv } from '#server/core/settings/env.ts';
import { openCommandApp } from '#server/open-app.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { accountEmailOf, isAccountEmail } from '#server/people/staff/staff-member.ts';
import { runTool } from './run-tool.ts';

const usage = `npm run staff -- add EMAIL [--role owner|handler]   prints a link that opens an account once
npm run staff -- list                               who works here
npm run staff -- reset EMAIL                        for somebody who lost phone and recovery codes: removes passkeys too
npm run staff -- close EMAIL [--claims-to EMAIL]    ends an account and its sessions; its open claims go there, or to nobody`;

/** A refusal, which is shown as its message without a stack. */
class Refusal extends Error {
  code = 'ERR_PARSE_ARGS_REFUSED';
}

const server = { id: null, name: 'Command line' };

/**
 * npm run staff: does what owners do in the desk, for the first owner and for when no owner can sign in, even while the server runs.
 */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' }, 'claims-to': { type: 'string' } },
  });
  const [command, given = ''] = positionals;
  const email = accountEmailOf(given);
  if (!['list', 'add', 'reset', 'close'].includes(command ?? '')) throw new Refusal(usage);
  const env = readEnv(process.env);
  const app = await openCommandApp(env);
  const auth = authOf(app);
  try {
    const accounts = await auth.accounts.all();
    const account = accounts.find((one) => one.email === email);
    if (command === 'list') {
      for (const { email: address, name, role, leftAt, hasTwoFactors } of accounts)
        console.log(`${address}  ${name}  ${leftAt ? 'closed' : role}${hasTwoFactors ? '' : '  no second factor yet'}`);
      if (accounts.length === 0) console.log('Nobody yet. Begin with: npm run staff -- add EMAIL');
    } else if (command === 'add' && isAccountEmail(email)) {
      const { role = accounts.some(({ role, leftAt }) => role === 'owner' && !leftAt) ? 'handler' : 'owner' } = values;
      if (role !== 'owner' && role !== 'handler') throw new Refusal('The role is owner or handler.');
      if (account) throw new Refusal(`There is an account for ${email} already.`);
      console.log(`This link opens an account as ${role} for ${email}, once, within two days:`);
      console.log(await auth.invite(server, email, role));
    } else if (command === 'reset' && account) {
      throwIfRefused(await auth.accounts.resetFactors(server, account.id));
      console.log(`Both factors of ${email} are gone. A link for a new password is on its way to that address.`);
    } else if (command === 'close' && account) {
      const address = values['claims-to'] && accountEmailOf(values['claims-to']);
      const successor = accounts.find((one) => one.email === address);
      if (address && !successor) throw new Refusal(`There is no account for ${address}.`);
      throwIfRefused(await auth.accounts.close(server, account.id, successor?.id ?? null));
      console.log(`The account of ${email} is closed and its sessions have ended.`);
    } else {
      throw new Refusal(account || !email ? usage : `There is no account for ${email}.\n\n${usage}`);
    }
  } finally {
    await app.db.close();
  }
});

function throwIfRefused(outcome: { kind: 'done' } | { kind: 'refused'; message: string }): void {
  if (outcome.kind === 'refused') throw new Refusal(outcome.message);
}
