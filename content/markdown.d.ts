declare module '*.md?link' {
  const link: import('./types.ts').ServiceLink;
  export default link;
}

declare module '*.md?card' {
  const card: import('./types.ts').ServiceCard;
  export default card;
}

declare module '*.md?page' {
  const page: import('./types.ts').ServicePageContent & import('./types.ts').GuidePageContent;
  export default page;
}
