/** What the inbox can be asked for. Absent: whatever. Times are milliseconds since 1970. */
export type InboxFilter = {
  /** A form's wire name. */
  form?: string;
  status?: Status;
  /**
   * `broken`: the promise has passed. `missed`: our own target has passed, and the promise has not. `overdue`: either of the two.
   * `soon`: target or promise passes within two hours. Only what is still new can be any of them.
   */
  due?: 'broken' | 'missed' | 'overdue' | 'soon';
  from?: number;
  /** Not including this moment. */
  until?: number;
  assigned?: 'me' | 'nobody' | { staffId: string };
  mail?: 'waiting' | 'givenUp';
  /** Looks in the quarantine too, where no status is asked for: people call about what was set aside by mistake. */
  search?: string;
  /** Newest first unless `due`: what has to be answered first comes first, and nothing else is listed. */
  sort?: 'newest' | 'due';
};

/** From timestamps. What is in quarantine has that status whatever else was done to it, and stands in no other list. */
export const statuses = ['new', 'contacted', 'closed', 'quarantine'] as const;
export type Status = (typeof statuses)[number];

/** Of its letters together: the worst of them. What was given up and seen to since counts as sent. A suspect has none. */
export type MailState = 'none' | 'waiting' | 'sent' | 'givenUp';

/** A line of the inbox. */
export type InboxRow = {
  id: string;
  reference: string;
  form: string;
  name: string;
  summary: string;
  createdAt: number;
  /** When contact is promised by; null where nothing is promised. */
  dueAt: number | null;
  /** Our own target, before the promise; null where there is none. */
  targetAt: number | null;
  status: Status;
  mail: MailState;
  assignedTo: { id: string; name: string } | null;
};

/** Somebody claims can be listed by. `hasLeft`: the account was closed, and claims are still under the name. */
export type Assignee = { id: string; name: string; hasLeft: boolean };

/** A page of the list. `next` and `previous` are keys for the neighbouring pages, or null at either end. */
export type InboxPage = {
  rows: InboxRow[];
  next: string | null;
  previous: string | null;
  counts: InboxCounts;
  /** Nothing was looked for: a search needs two characters. */
  isSearchTooShort: boolean;
};

/** Never more than `mostCounted`, so that a busy year costs no more than a quiet day. */
export type InboxCounts = {
  new: number;
  /** Of what is new: the promise has passed. */
  promisesBroken: number;
  /** Of what is new: our own target has passed, and the promise has not. */
  targetsMissed: number;
  contacted: number;
  quarantine: number;
  givenUpLetters: number;
};
export const mostCounted = 1_000;
