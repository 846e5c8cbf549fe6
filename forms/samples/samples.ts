import type { Sample } from './sample.ts';
import { sampleClaims } from './sample-claims.ts';
import { sampleMessages } from './sample-messages.ts';
import { samplePartners } from './sample-partners.ts';

export const samples: Sample[] = [...sampleClaims, ...samplePartners, ...sampleMessages];
