// Protects: the journeys that matter most work in Firefox.
import { firefoxPath, openFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';

journeys('Firefox', firefoxPath, openFirefox);
