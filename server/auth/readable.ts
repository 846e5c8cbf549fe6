import type { Library } from './library.ts';

/** Whether what somebody's second factor is made of was encrypted with the secret that this process has. */
export async function canReadSecondFactor({ $context }: Library, staffId: string): Promise<boolean> {
  const { adapter, secretConfig } = await $context;
  const where = [{ field: 'userId', value: staffId }];
  const row = await adapter.findOne<{ secret: string }>({ model: 'twoFactor', where });
  if (!row) return true;
  // With the library, and no sooner.
  const { symmetricDecrypt } = await import('better-auth/crypto');
  return symmetricDecrypt({ key: secretConfig, data: row.secret }).then(
    () => true,
    () => false,
  );
}
