export const programFiles: string[];
export function gatherContent(root: string, contentDir?: string): void;
export function ownFolder(root: string, contentDir?: string): string | null;

/** Whether a file of the owner's is content, and nothing that an editor or a system has left there. */
export function isContent(file: string): boolean;
