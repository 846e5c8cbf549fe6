import type { StaffMember } from '#server/staff/staff-member.ts';
import type { createActOnMany } from '#server/submissions/actions/act-on-many.ts';
import type { Action } from '#server/submissions/actions/actions.ts';
import type { ActionOutcome, RunAction } from '#server/submissions/actions/run-action.ts';
import type { createEventStreams } from '#server/submissions/inbox/event-streams.ts';
import type { LiveUpdates } from '#server/submissions/inbox/live-updates.ts';
import type { SubmissionReader } from '#server/submissions/view/submission-reader.ts';

type Many = ReturnType<typeof createActOnMany>;

type Services = {
  runAction: RunAction;
  many: Many;
  submissions: Pick<SubmissionReader, 'rows'>;
  streams: Pick<ReturnType<typeof createEventStreams>, 'tell'>;
  liveUpdates: Pick<LiveUpdates, 'notify'>;
};

/** The actions of staff, which every open page sees at once, and of which an assignee is told. */
export function createDeskActions({ runAction, many, submissions, streams, liveUpdates }: Services) {
  function tellAssignee(staff: StaffMember, { to, text = '' }: Extract<Action, { type: 'assigned' }>, what: string): void {
    if (to && to !== staff.id) streams.tell(to, { title: `${staff.name} assigned ${what} to you`, description: text });
  }

  return {
    runAction: async (staff: StaffMember, id: string, action: Action): Promise<ActionOutcome> => {
      const outcome = await runAction(staff, id, action);
      if (outcome.kind === 'done') liveUpdates.notify();
      if (outcome.kind === 'done' && action.type === 'assigned') {
        const [row] = await submissions.rows([id]);
        tellAssignee(staff, action, row?.reference ?? '');
      }
      return outcome;
    },

    actOnMany: async (...[staff, chosen, action]: Parameters<Many['actOnMany']>) => {
      const outcome = await many.actOnMany(staff, chosen, action);
      liveUpdates.notify();
      if (outcome.done > 0 && action.type === 'assigned') tellAssignee(staff, action, `${outcome.done} claims`);
      return outcome;
    },

    undoMany: (...given: Parameters<Many['undoMany']>) => many.undoMany(...given).finally(liveUpdates.notify),
  };
}
