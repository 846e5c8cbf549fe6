export type Pictogram = 'taxi' | 'car' | 'spanner' | 'scales' | 'injury' | 'earnings' | 'recovery' | 'beacon';

/** `order` is its place in menus and lists. */
export type ServiceLink = { title: string; href: string; order: number };

export type ServiceCard = ServiceLink & { description: string; pictogram: Pictogram };

export type ServiceFrontMatter = {
  title: string;
  description: string;
  pictogram: Pictogram;
  order: number;
  pageTitle: string;
  metaDescription: string;
  heroTitle: string;
  heroLead: string;
  features: string[];
  noCostNotice: boolean;
};

export type ServiceSection = { heading: string; id: string; html: string };

export type ServicePageContent = ServiceFrontMatter & {
  slug: string;
  href: string;
  sections: ServiceSection[];
};

export type TitledText = { title: string; text: string };

/** `more`: the page that says more. */
export type Question = { question: string; answer: string; more?: { to: string; label: string } };

export type Testimonial = {
  name: string;
  location: string;
  rating: number;
  comment: string;
  imageDescription: string;
  sample: boolean;
};

export type PageContent = {
  path: string;
  title: string;
  description: string;
  heading: string;
  lead: string;
};
