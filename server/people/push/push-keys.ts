import { generateKeyPairSync } from 'node:crypto';
import { type App, perApp } from '#server/core/app.ts';

/** As texts in base64url: the uncompressed point, and the number. */
export type PushKeys = { publicKey: string; privateKey: string };

const id = 'vapid';

const knownOf = perApp(() => ({ keys: null as Promise<PushKeys> | null }));

/**
 * The keys by which push services know us (VAPID). They are made once and kept in the store, because each browser accepts messages of
 * one key alone: without them everybody would have to ask to be told again.
 */
export function pushKeys(app: App): Promise<PushKeys> {
  const known = knownOf(app);
  known.keys ??= readKeys(app).catch((error) => {
    known.keys = null;
    throw error;
  });
  return known.keys;
}

function readKeys({ db, now }: App): Promise<PushKeys> {
  return db.write(async (tx) => {
    const stored = () => tx.selectFrom('push_keys').selectAll().where('id', '=', id).executeTakeFirst();
    if (!(await stored())) {
      const { publicKey, privateKey } = makeKeys();
      const row = { id, public_key: publicKey, private_key: privateKey, created_at: now() };
      await tx
        .insertInto('push_keys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const row = await stored();
    if (!row) throw new Error('The keys of Web Push were not stored.');
    return { publicKey: row.public_key, privateKey: row.private_key };
  });
}

function makeKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}
