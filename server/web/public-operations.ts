import { responseOf } from '#server/claims/endpoints/submission-endpoints.ts';
import { showSource } from '#server/claims/sources/source.ts';
import { bind, perApp } from '#server/core/app.ts';
import { acceptOf } from '#server/people/claimant/continue-start.ts';
import { receiptCookiesOf, receiptLinkOf } from '#server/people/claimant/receipt-links.ts';

export type PublicOperations = ReturnType<typeof publicOperationsOf>;

/** What public routes call. */
export const publicOperationsOf = perApp((app) => ({
  accept: acceptOf(app),
  responseOf,
  ...bind(app, { showSource, linkOf: receiptLinkOf, cookiesOf: receiptCookiesOf }),
  siteUrl: app.env.siteUrl,
  serviceWorker: app.env.serviceWorker,
}));
