export function gatherOrFail(): void;
export function linkFormerNode(folder?: string, unit?: string): void;
export const root: string;
export function ensureInstalled(folder?: string): void;
