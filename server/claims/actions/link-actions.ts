import { answersOf } from '#server/core/database/schema.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { emailToSender } from '#server/mail/out/email-store.ts';
import { linkDaysAfterClosing, privateLinkOf } from '../private-link.ts';
import { newLink } from '../sender-emails.ts';
import { definePlainAction, inQuarantine, refused, updateRow } from './define-action.ts';
import { endedLink } from './link-of-address.ts';

const noLink = 'It has no private link.';

/** The actions on the claimant's private link. Each ends every earlier link at once. */
export const linkActions = {
  'link revoked': definePlainAction({
    undoneBy: 'action undone',
    pastTense: 'revoked the private link',
    conflictsWith: ['link revoked'],
    keeps: null,
    run: async ({ tx, row, now }) => {
      if (privateLinkOf(row) === null) return refused(noLink);
      if (row.link_revoked_at !== null) return refused();
      await updateRow(tx, row.id, endedLink(row, now));
      return { kind: 'done' };
    },
  }),

  'link renewed': definePlainAction({
    undoneBy: null,
    pastTense: 'sent a new private link',
    keeps: null,
    run: async ({ tx, row, now }) => {
      const link = privateLinkOf(row);
      if (link === null) return refused(noLink);
      if (row.quarantined_at !== null) return refused(inQuarantine);
      if (link.endsAt !== null && now > link.endsAt)
        return refused(`The claim was closed more than ${linkDaysAfterClosing} days ago. Reopen it first.`);
      const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
      const email = emailToSender(sent, newLink, now);
      if (email.length === 0) return refused('There is no email address to send it to.');
      // Revoking the link already began a new generation.
      const link_generation = row.link_revoked_at === null ? row.link_generation + 1 : row.link_generation;
      await updateRow(tx, row.id, { link_generation, link_revoked_at: null });
      await enqueue(tx, email);
      return { kind: 'done', hasEmail: true };
    },
  }),
};
