import { site } from './site.ts';

export const independent = `${site.brand} is an independent accident management company. We are not an insurer and do not act for one. You can also claim on your own policy or contact the other driver's insurer yourself. Please report any accident to your own insurer.`;

/** The owner replaces this sentence once the firm's FCA position is confirmed. */
export const regulation = 'Regulatory details to be confirmed before launch.';

export const sampleBadge = 'Sample – not a real review';

export const sampleNotice = 'These are examples of layout. They are not genuine reviews.';
