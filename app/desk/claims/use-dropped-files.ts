import { useEffect, useRef } from 'react';

/** Takes files that are dropped or pasted anywhere on the page; text that is pasted into a field stays what it is. */
export function useDroppedFiles(onFiles: (files: File[]) => void, onOver: (isOver: boolean) => void): void {
  const callbacks = useRef({ onFiles, onOver });
  callbacks.current = { onFiles, onOver };
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    function dragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the desk.
      event.preventDefault();
      callbacks.current.onOver(true);
    }
    function dragLeave(event: DragEvent) {
      if (event.relatedTarget === null) callbacks.current.onOver(false);
    }
    function drop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      callbacks.current.onOver(false);
      callbacks.current.onFiles([...(event.dataTransfer?.files ?? [])]);
    }
    function paste({ clipboardData }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])];
      // A program that copies a table offers it as text and as a picture: in a field the text is meant.
      if (files.length > 0 && !clipboardData?.types.includes('text/plain')) callbacks.current.onFiles(files);
    }
    document.addEventListener('dragover', dragOver);
    document.addEventListener('dragleave', dragLeave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', dragOver);
      document.removeEventListener('dragleave', dragLeave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
}
