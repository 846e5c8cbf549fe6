import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { keepFile } from '#app/forms/keep-waiting.ts';
import type { FileUpload, UploadQueue } from './upload-queue.ts';
import { canStore, unfinishedFiles } from './upload-storage.ts';

const previewMs = 4_000;

/** The uploads of this page. The code that sends them is loaded with the first file, so that no other page carries it. */
export function useUploads(reference: string) {
  const [uploads, setUploads] = useState<FileUpload[]>([]);
  const [unfinished, setUnfinished] = useState<string[]>([]);
  const [isReady, setReady] = useState(false);
  const [canResume, setCanResume] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const queue = useRef<UploadQueue | null>(null);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    setReady(true);
    setCanResume(canStore());
    setUnfinished(unfinishedFiles(reference));
    return () => queue.current?.close();
  }, [reference]);

  function showReceived(): void {
    void revalidate();
    // After this time there is a thumbnail.
    setTimeout(() => void revalidate(), previewMs);
  }

  async function add(files: File[]): Promise<void> {
    setFailed(false);
    const keep = (file: File, url: string | null) => keepFile(reference, file, url);
    const created = await import('./upload-queue.ts').catch(() => null);
    try {
      if (created) {
        queue.current ??= created.createUploadQueue(reference, { onChange: setUploads, onReceived: showReceived, keep });
        queue.current.add(files);
      } else {
        const kept = await Promise.allSettled(files.map((file) => keep(file, null)));
        if (kept.some(({ status }) => status === 'rejected')) throw new Error('Not every file is kept.');
      }
      setUnfinished((names) => names.filter((name) => files.every((file) => file.name !== name)));
    } catch {
      setFailed(true);
    }
  }

  return {
    uploads,
    unfinished,
    /** Whether files can be sent by JavaScript already. */
    isReady: isReady && !hasFailed,
    hasFailed,
    /** Whether the browser stores addresses. If not, uploads resume only within this page. */
    canResume,
    add,
    cancel: (id: number) => queue.current?.cancel(id),
    retry: (id: number) => queue.current?.retry(id),
  };
}
