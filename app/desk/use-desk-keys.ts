import { useEffect } from 'react';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';

/** Where the choice is kept in the browser: letters alone are keys unless it is `off`. */
const setting = 'kerbside_keys';

/**
 * Presses what has the attribute `data-key` of the key that was typed, or puts the focus there where it is a field. Not while somebody
 * types into a field or a dialog is open, with another key held, or where they are switched off, because speech input types letters too.
 */
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog[open]';

export function useDeskKeys(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      const field = event.target instanceof HTMLElement && event.target.closest<HTMLElement>(fields);
      // Escape leaves a field, so that what was typed there can be followed by a key.
      if (field && event.key === 'Escape' && !field.matches('dialog[open]')) field.blur();
      if (field) return;
      if (!areKeysOn()) return;
      const found = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
      if (!found || found.matches(':disabled')) return;
      event.preventDefault();
      if (found.matches(fields)) found.focus();
      else found.click();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

export function areKeysOn(): boolean {
  return readStored('localStorage', setting) !== 'off';
}

export function setKeysOn(isOn: boolean): void {
  writeStored('localStorage', setting, isOn ? null : 'off');
}
