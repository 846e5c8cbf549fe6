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
  /** What the button to the claim form is for, where that is not all that the page is about. */
  claimNote?: string;
  noCostNotice: boolean;
};

/** A part of a page that is written in markdown. */
export type PageSection = { heading: string; id: string; html: string };

export type ServicePageContent = ServiceFrontMatter & {
  slug: string;
  href: string;
  sections: PageSection[];
  /** Those that name this service. */
  guides: PageAddress[];
};

export type PageAddress = { title: string; href: string };

export type GuideCard = PageAddress & { lead: string };

/**
 * `law` is where what it says is the law; `published` the day on which it first appeared, as YYYY-MM-DD; `reviewed` the day on which somebody last
 * checked it, and `reviewedBy` who; `services` are file names without .md.
 */
export type GuideFrontMatter = {
  title: string;
  description: string;
  heading: string;
  lead: string;
  law: string;
  published?: string;
  reviewed: string;
  reviewedBy?: string;
  sources: { name: string; href?: string }[];
  services: string[];
  noCostNotice: boolean;
};

export type GuidePageContent = Omit<GuideFrontMatter, 'services'> & {
  href: string;
  /** The day of `reviewed` in words. */
  reviewedOn: string;
  sections: PageSection[];
  services: PageAddress[];
};

/** `href` is null where there is no profile yet. */
export type SocialProfile = { name: string; href: string | null };

export type TitledText = { title: string; text: string };

/** `points` follow the text as a list that the reader opens. */
export type NoticePart = TitledText & { points?: string[] };

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
