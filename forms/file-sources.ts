/** Where a file came from that staff add to a claim, for the desk, the timeline and the export. */
export const fileSources = {
  email: 'Received by email',
  whatsapp: 'Received by WhatsApp',
  'handed-over': 'Handed over',
  ours: 'Made by our team',
} as const;

export type FileSource = keyof typeof fileSources;

/** The source that a form names; null for anything else. */
export function readFileSource(name: string | null | undefined): FileSource | null {
  return name != null && Object.hasOwn(fileSources, name) ? (name as FileSource) : null;
}
