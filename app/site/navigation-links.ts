/** The main navigation beside the Services menu and the Make a Claim button. */
export const navigationLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/partners', label: 'Partners' },
  { to: '/contact', label: 'Contact Us' },
] as const;
