import { site } from './site.ts';

/** The condition beside every "no cost", and the full notice on the same page. The owner confirms both against the agreement. */

export const noCostShort =
  "No upfront cost. Hire is on credit and recovered from the at-fault driver's insurer, subject to conditions.";

export const noCostFull =
  'When we arrange a vehicle or repairs on credit, you sign an agreement and the charges build up in your name. We then claim them from the insurer of the driver at fault. Where your accident was not your fault, you give us true information and you help us with the claim, we expect you to have nothing to pay. You could be asked to pay some or all of the charges if you mislead us, stop cooperating, were wholly or partly to blame, or break the agreement. Fuel or charging, tolls, fines and similar costs are yours. We explain the agreement and your right to cancel before you sign.';

export const independent = `${site.brand} is an independent accident management company. We are not an insurer and do not act for one. You can also claim on your own policy or contact the other driver's insurer yourself. Please report any accident to your own insurer.`;

/** The owner replaces this sentence once the firm's FCA position is confirmed. */
export const regulation = 'Regulatory details to be confirmed before launch.';

export const sampleBadge = 'Sample – not a real review';

export const sampleNotice = 'These are examples of layout. They are not genuine reviews.';
