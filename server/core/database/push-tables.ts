/** What Web Push needs: our keys, and where the browsers of staff are reached. */
export type PushTables = {
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
};
