/** So often the line says that it is alive, and looks whether whoever listens may still. */
const beatMs = 30_000;

type Close = () => void;

/** Server-sent events for one browser: `change` when something changed, `beat`, and `over` when the session has ended. */
export function createEventStreams(services: { listen: (onChange: () => void) => () => void }) {
  const open = new Set<Close>();

  return {
    events: (isStillIn: () => Promise<boolean>): ReadableStream<Uint8Array> => {
      let close: Close = () => {};
      let end = () => false;
      return new ReadableStream({
        start(controller) {
          const encoder = new TextEncoder();
          const say = (event: string) => controller.enqueue(encoder.encode(`event: ${event}\ndata: \n\n`));
          const stopListening = services.listen(() => say('change'));
          const timer = setInterval(async () => {
            const isIn = await isStillIn().catch(() => true);
            if (!open.has(close)) return;
            say(isIn ? 'beat' : 'over');
            if (!isIn) close();
          }, beatMs);
          end = () => {
            if (!open.delete(close)) return false;
            clearInterval(timer);
            stopListening();
            return true;
          };
          close = () => {
            if (end()) controller.close();
          };
          open.add(close);
          say('beat');
        },
        // The browser is gone: there is nothing left to close.
        cancel: () => {
          end();
        },
      });
    },

    /** The process is about to end: nobody is kept waiting for a line that will not speak again. */
    closeAll: () => {
      for (const close of [...open]) close();
    },
  };
}
