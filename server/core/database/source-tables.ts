import type { Generated } from 'kysely';

export type SourceColumns = {
  /** The partner by whose link it came; null for all others. */
  partner_id: Generated<string | null>;
  /** The name in the link by which it came, which nobody has checked; null where there was none, or a partner's code. */
  via: Generated<string | null>;
  /** The answer to "How did you find us?", which is among the answers too. */
  found_by: Generated<string | null>;
};

export type SourceTables = {
  /** Who sends people to us, with the code of their link. */
  partners: {
    id: string;
    code: string;
    name: string;
    created_at: number;
    created_by: string;
    /** The link names nobody from then on. */
    ended_at: Generated<number | null>;
    ended_by: Generated<string | null>;
  };
};
