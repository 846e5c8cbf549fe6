export const programFiles: string[];
export function gatherContent(root: string, contentDir?: string): void;
export function ownFolder(root: string, contentDir?: string): string | null;
