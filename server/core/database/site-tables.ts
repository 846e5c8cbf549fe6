/** What owners have published at /desk/site. */
export type SiteTables = {
  site_versions: {
    id: string;
    /** Counted from 1, without a gap. The last one is in effect. */
    version: number;
    at: number;
    by: string;
    /** The changes over the content (content/site-changes.ts) as JSON text. */
    changes: string;
    /** The version that this one goes back to; null for a new one, 0 for the content without changes. */
    back_to: number | null;
  };
};
