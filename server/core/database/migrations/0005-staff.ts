import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns as the sign-in library names them; its dates are ISO 8601 texts and its booleans 0 or 1, on either engine. */
export function staff(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'staff')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('emailVerified', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('image', 'text')
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('leftAt', 'bigint')
        .addColumn('twoFactorEnabled', 'integer', (column) => column.defaultTo(0))
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('updatedAt', 'text', (column) => column.notNull())
        .execute();
      const aboutStaff = (name: string) =>
        table(db, name).addColumn('userId', 'text', (column) => column.notNull().references('staff.id').onDelete('cascade'));
      await aboutStaff('staff_sessions')
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('expiresAt', 'text', (column) => column.notNull())
        .addColumn('ipAddress', 'text')
        .addColumn('userAgent', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('updatedAt', 'text', (column) => column.notNull())
        .execute();
      await aboutStaff('staff_accounts')
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('providerId', 'text', (column) => column.notNull())
        .addColumn('accessToken', 'text')
        .addColumn('refreshToken', 'text')
        .addColumn('idToken', 'text')
        .addColumn('accessTokenExpiresAt', 'text')
        .addColumn('refreshTokenExpiresAt', 'text')
        .addColumn('scope', 'text')
        .addColumn('password', 'text')
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('updatedAt', 'text', (column) => column.notNull())
        .execute();
      await table(db, 'staff_verifications')
        .addColumn('identifier', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('expiresAt', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'text', (column) => column.notNull())
        .addColumn('updatedAt', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('staff_verifications_by_identifier').on('staff_verifications').column('identifier').execute();
      await aboutStaff('staff_two_factors')
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('backupCodes', 'text', (column) => column.notNull())
        .addColumn('verified', 'integer')
        .addColumn('failedVerificationCount', 'integer')
        .addColumn('lockedUntil', 'text')
        .execute();
      await table(db, 'staff_invitations')
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('invited_by', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('used_at', 'bigint')
        .execute();
      for (const name of ['staff_sessions', 'staff_accounts', 'staff_two_factors'])
        await db.schema.createIndex(`${name}_by_staff`).on(name).column('userId').execute();
    },
  };
}

function table(db: Kysely<unknown>, name: string): CreateTableBuilder<string, 'id'> {
  return db.schema.createTable(name).addColumn('id', 'text', (column) => column.primaryKey());
}
