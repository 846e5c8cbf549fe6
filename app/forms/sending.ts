export { loadPanel } from './load-panel.ts';
export { addPhotographs, clearPhotographs, restorePhotographs } from './photograph-draft.ts';
export { submitForm } from './submit-form.ts';
