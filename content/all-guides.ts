import type { GuideCard } from './types.ts';

const cards = import.meta.glob<GuideCard>('./guides/*.md', { query: '?card', import: 'default', eager: true });

/** One for each file in guides/, by title. */
export const guides = Object.values(cards).sort((a, b) => a.title.localeCompare(b.title, 'en'));
