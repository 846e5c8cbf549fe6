/** The package heic-decode has no types of its own. */
declare module 'heic-decode' {
  type Decoded = { width: number; height: number; data: Uint8ClampedArray };
  const decode: {
    all: (options: { buffer: Uint8Array }) => Promise<{ width: number; height: number; decode: () => Promise<Decoded> }[]>;
  };
  export default decode;
}
