const titleId = 'page-title';

/** The title of the page, without the number of those who wait, which may come before it. */
export function titleOfPage(): string {
  return document.title.replace(/^\(\d+\) /, '');
}

/** The title of the page for screen readers, which read it with the heading that has the focus. It is not visible. */
export function PageTitle() {
  return <p id={titleId} hidden />;
}

/**
 * After a change of page the focus goes to the new page's heading, or back to the row that was opened. The title is the heading's description: a screen reader says
 * both in one announcement, where a live region would have been a second one.
 */
export function announcePage(): void {
  const title = document.getElementById(titleId);
  if (title) title.textContent = titleOfPage();
  const link = document.querySelector<HTMLElement>('main [data-page-focus]');
  if (link) {
    link.setAttribute('aria-describedby', titleId);
    link.focus();
    return;
  }
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  target?.setAttribute('tabindex', '-1');
  target?.setAttribute('aria-describedby', titleId);
  target?.focus({ preventScroll: true });
}
