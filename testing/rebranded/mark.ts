/** A tick. */
export const markArrow = '8,21 14,15 18,19 28,9 34,15 18,31';
