export function gatherOrFail(): void;
export function linkFormerNode(folder?: string, unit?: string): void;
