/** The arrow of the brand's mark in a square of 40: up along the kerb, and off to the right. The icons and the share image draw it too. */
export const markArrow = '11,32 11,19 17,13 23,13 23,7 33,16 23,25 23,19 19,19 17,21 17,32';
