export function addsLanguage(file: string): boolean;
export function misnamedLanguage(file: string): string | null;
export function halfLanguage(files: string[]): { file: string; other: string } | null;
