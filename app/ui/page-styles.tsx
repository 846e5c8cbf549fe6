/** A stylesheet that only some pages have. `text` is empty in the browser, which keeps what the server sent. */
export type PageSheet = { name: string; text: string; url: string };

/** The stylesheet of some pages, which is part of them. In development it is a link, which can be hot-replaced. */
export function PageStyles({ sheet: { name, text, url } }: { sheet: PageSheet }) {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={url} precedence="app" />;
  return (
    <style href={name} precedence="app">
      {text}
    </style>
  );
}
