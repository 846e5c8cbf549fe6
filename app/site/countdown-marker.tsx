/** Three, two or one slanting bars, as before a motorway exit; none left is the arrow off the road. */
export function CountdownMarker({ bars }: { bars: number }) {
  return (
    <svg viewBox="0 0 48 64" className="marker" aria-hidden="true">
      <rect x="1" y="1" width="46" height="62" rx="4" fill="var(--motorway)" stroke="#fff" strokeWidth="2" />
      {Array.from({ length: bars }, (_, index) => index).map((bar) => (
        <path key={bar} d={`M11 ${53 - bar * 16}v-8l26-7v8z`} fill="#fff" />
      ))}
      {bars === 0 && <path d="M14 50V36c0-7 5-11 11-11V13l14 15-14 15v-9c-3 0-4 1-4 3v13z" fill="var(--now)" />}
    </svg>
  );
}
