import { askingOf } from '../layout/push-route.ts';
import { type Context, deskServices } from '../layout/route-context.ts';
import type { PushOutcome } from './push-setting.tsx';

/** What the forms about push messages do; undefined for another form. */
export async function runPushAct(context: Context, text: (name: string) => string): Promise<PushOutcome | undefined> {
  const { push } = deskServices(context);
  const asking = askingOf(context);
  switch (text('act')) {
    case 'push end':
      await push.removeBrowser(asking.staff, { id: text('browser') });
      return { kind: 'done', message: 'That browser gets no messages any more.' };
    case 'push test': {
      const browsers = await push.listBrowsers(asking);
      if (browsers.length === 0) return { kind: 'refused', message: 'Nothing was sent: no browser of yours is told any more.' };
      const count = await push.sendTest(asking);
      if (count === 0) return { kind: 'refused', message: 'Nothing was sent: these are your quiet hours.' };
      return { kind: 'done', message: 'A message is on its way to every browser below.' };
    }
    case 'quiet hours': {
      const isSet = await push.setQuietHours(asking.staff.id, text('from'), text('until'));
      if (!isSet) return { kind: 'refused', message: 'Enter two different times, or leave both empty.' };
      return { kind: 'done', message: text('from') ? 'Your quiet hours are set.' : 'You have no quiet hours.' };
    }
    default:
      return undefined;
  }
}
