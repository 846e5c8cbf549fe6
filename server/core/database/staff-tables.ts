import type { Generated } from 'kysely';

/** Who is told, one after the other, while nobody calls somebody who waits. */
export const escalationStages = ['shift', 'all', 'owners', 'alarm'] as const;

export type EscalationStage = (typeof escalationStages)[number];

/** Staff: how they sign in, and how and when they are reminded. */
export type StaffTables = {
  staff: {
    id: string;
    name: string;
    email: string;
    emailVerified: number;
    image: string | null;
    role: 'owner' | 'handler';
    /** When the account was closed; the name stays for what they did. */
    leftAt: number | null;
    /** Until when they are away, which ends by itself, and who sees their steps meanwhile; null where they are not. */
    away_until: Generated<number | null>;
    away_cover: Generated<string | null>;
    twoFactorEnabled: number | null;
    createdAt: string;
    updatedAt: string;
  };
  staff_sessions: {
    id: string;
    userId: string;
    /** The HMAC of the token in the cookie, with AUTH_SECRET. */
    token: string;
    expiresAt: string;
    ipAddress: string | null;
    userAgent: string | null;
    createdAt: string;
    updatedAt: string;
  };
  /** Passwords. Columns of these tables have the names that a sign-in library gave them, and some have columns that nothing reads. */
  staff_accounts: {
    id: string;
    accountId: string;
    providerId: string;
    userId: string;
    password: string | null;
    createdAt: string;
    updatedAt: string;
  };
  staff_verifications: {
    id: string;
    /** The hash of what it is looked up by. */
    identifier: string;
    value: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  staff_two_factors: {
    id: string;
    userId: string;
    secret: string;
    backupCodes: string;
    verified: number | null;
    failedVerificationCount: number | null;
  };
  /** The public halves of passkeys, by which their owners sign in. */
  staff_passkeys: {
    id: string;
    staff_id: string;
    /** The id that the authenticator gave it, and its public key (COSE), in base64url. */
    credential_id: string;
    public_key: string;
    /** How often the authenticator says that it was used; 0 where it does not count. */
    counter: number;
    /** What its owner calls it. */
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** What an authenticator has to sign, until it has, for a few minutes. */
  staff_challenges: {
    /** The SHA-256 of the challenge. */
    id: string;
    /** Who was given it: for a new passkey the id of a session, for a sign-in the SHA-256 of a cookie. */
    holder: string;
    /** Whose new passkey it is for; null for a sign-in. */
    staff_id: string | null;
    expires_at: number;
  };
  staff_invitations: {
    id: string;
    /** The SHA-256 of the token in the link. */
    token_hash: string;
    email: string;
    role: 'owner' | 'handler';
    invited_by: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  /** The pair of keys (VAPID) by which push services know us: one row, made at the first start. */
  push_keys: { id: string; public_key: string; private_key: string; created_at: number };
  /** A browser of a member of staff that asked to be told. */
  push_subscriptions: {
    id: string;
    staff_id: string;
    /** The session in which it was last seen; its end by a person ends the subscription. */
    session_id: string;
    /** The address at the push service. Who knows it and the two keys can send to this browser. */
    endpoint: string;
    p256dh: string;
    auth: string;
    /** The User-Agent of the browser, by which its owner recognises it. */
    browser: string | null;
    /** The origin of this site then: a copy of the store on another machine sends nothing. */
    site: string;
    created_at: number;
  };
  /** When a member of staff, whose id it has, wants no push messages: minutes after midnight in London. */
  staff_quiet_hours: { id: string; starts: number; ends: number };
  /** A stage that was reached. Its id is made of the submission, when its sender began to wait, and the stage, so that it is reached once. */
  escalations: { id: string; submission_id: string; at: number };
  /** When somebody was last reminded by e-mail: the id of a member of staff, or `team` for its mailbox. */
  reminder_pace: {
    id: string;
    at: number;
    /** When they last got a digest; 0 for never. */
    digest_at: Generated<number>;
  };
};
