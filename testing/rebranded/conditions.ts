import { site } from './site.ts';

export const independent = `${site.brand} is a family firm. We act for no insurer. You can also claim on your own policy or go to the other driver's insurer yourself. Please report any accident to your own insurer.`;

export const regulation = `${site.legalName} is not authorised for claims management, and handles no injury claims.`;

export const sampleBadge = 'Sample – not a real review';

export const sampleNotice = 'These are examples of layout. They are not genuine reviews.';
