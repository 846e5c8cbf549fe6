type Values = Record<string, unknown>;

/** A connection that speaks WebDriver BiDi: commands with their answers, and events. */
export async function openBidi(url: string) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Nothing answers at ${url}.`));
  });
  const waiting = new Map<number, { resolve: (result: Values) => void; reject: (error: Error) => void }>();
  const listeners: { event: string; listen: (values: Values) => void }[] = [];
  let last = 0;

  socket.onmessage = ({ data }) => {
    const { id, result, error, message, method, params } = JSON.parse(String(data));
    const command = waiting.get(id);
    waiting.delete(id);
    if (command && error) command.reject(new Error(`${error}: ${message}`));
    else command?.resolve(result);
    for (const { event, listen } of listeners) if (event === method) listen(params);
  };

  return {
    send: (method: string, params: Values = {}): Promise<Values> =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    on: (event: string, listen: (values: Values) => void) => void listeners.push({ event, listen }),
  };
}
