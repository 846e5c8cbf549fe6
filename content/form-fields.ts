import type { OwnField, OwnOption, OwnSection, OwnService } from '#forms/own-fields.ts';

/**
 * What your forms ask and offer beyond what they come with, which stays as it is. `form` is 'claim', 'partner' or 'contact'. What is added here
 * is in emails, at the desk, in exports and in /openapi.json. Parts 5 and 8 of docs/make-it-yours.md tell how.
 */

/** Questions: { form: 'claim', section: 'Accident Details', name: 'dashcam', label: 'Is there dashcam footage?', type: 'text' } */
export const fields: OwnField[] = [];

/** Sections of your own, after the last one: { form: 'claim', title: 'Your work', fields: [{ name: 'employer', label: 'Employer', type: 'text' }] } */
export const sections: OwnSection[] = [];

/** More choices of a question that a form comes with: { form: 'claim', field: 'vehicleType', value: 'lorry', label: 'Lorry' } */
export const options: OwnOption[] = [];

/** Services that the claim form offers: { service: 'vehicle-storage', claimType: 'Vehicle storage', checkbox: 'Vehicle storage' } */
export const services: OwnService[] = [];
