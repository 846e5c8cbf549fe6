export function gatherOrFail(): void;
