import type { Page } from 'playwright-core';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { type PageOptions, ready } from './browser.ts';
import type { setupJourney } from './journey.ts';

export const small = { viewport: { width: 320, height: 640 } };

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A file as a visitor chooses it. Its type is known only from its bytes. */
export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

/** Claims that were sent as a visitor sends them, and the pages that their private links open. */
export function createClaimantPages(journey: ReturnType<typeof setupJourney>) {
  /** The answers of a claim. No two are alike, so that none is a duplicate, even of a claim from another file. */
  const sendClaim = async (answers: Record<string, string> = {}): Promise<{ link: string; reference: string }> => {
    const formData = { ...aoife, additionalInfo: crypto.randomUUID(), ...answers };
    const call = jsonPost({ formName: 'Make a Claim', formData });
    const { link, reference } = (await journey.product.request('/functions/v1/send-form-email', call)).json();
    return { link: String(link), reference: String(reference) };
  };

  const openClaim = async (options: PageOptions = {}, answers: Record<string, string> = {}) => {
    const sent = await sendClaim(answers);
    const page = await journey.newPage(options);
    await page.goto(sent.link);
    if (options.javaScriptEnabled !== false) await ready(page);
    return { page, ...sent };
  };

  return { sendClaim, openClaim };
}
