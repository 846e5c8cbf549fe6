/**
 * The condition beside every "no cost", and the full notice on the same page. The owner confirms both against the agreement. The condition
 * comes before the promise: on a phone the end of it is below the first screen.
 */

export const noCostShort =
  "You hire on credit in your own name. You may have to pay if you share the blame, break the agreement, or the insurer pays only part. Nothing to pay up front: we claim the charges from the other driver's insurer.";

export const noCostFull = {
  title: 'What you could have to pay',
  lead: "Nothing up front. When we arrange a vehicle or repairs on credit, you sign an agreement and the charges build up in your own name. We claim them from the other driver's insurer. You could have to pay some or all of them if you:",
  points: [
    'mislead us, or stop helping with the claim',
    'were wholly or partly to blame',
    'break the agreement, for example by keeping the vehicle after we ask for it back.',
  ],
  rest: 'If an insurer or court allows less than the charges, the agreement says who pays the rest. We show you that term before you sign. Fuel or charging, tolls, fines and similar costs are yours. Before you sign, we explain the agreement and any right to cancel it later.',
};
