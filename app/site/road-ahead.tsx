/** The road behind the home sign: verge, carriageway, kerb line and a car that has pulled over, drawn flat as on a sign. */
export function RoadAhead() {
  return (
    <svg className="road-ahead" viewBox="0 0 1200 560" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <path className="road-hill" d="M0 330c180-60 330-70 520-30s420 60 680-40v300H0z" />
      <path className="road-verge" d="M0 400c260-40 520-30 760 0s320 20 440-6v166H0z" />
      <path className="road-tar" d="M520 560 792 330h40l360 230z" />
      <path
        className="road-line"
        d="M812 344l-4 26h10l-3-26zm-5 44-7 34h16l-4-34zm-10 56-12 48h24l-6-48zm-16 72-12 44h36l-6-44z"
      />
      <g className="road-posts">
        <path d="M900 300h6v92h-6zM1000 312h7v104h-7z" />
        <path d="M880 250h46v52h-46zM978 258h52v58h-52z" />
      </g>
      <g className="road-car" transform="translate(590 420) scale(1.9)">
        <path d="M8 26c4-10 10-16 24-16h22c10 0 16 6 22 16l10 3c4 1 6 4 6 8v9h-8a10 10 0 0 0-20 0H32a10 10 0 0 0-20 0H4V32c0-3 1-5 4-6z" />
        <path className="road-glass" d="M20 26c3-7 7-11 14-11h6v11zm24-11h10c6 0 10 4 14 11H44z" />
        <circle cx="22" cy="47" r="7.500" className="road-wheel" />
        <circle cx="74" cy="47" r="7.500" className="road-wheel" />
        <path className="road-hazard" d="M1 30h5v5H1zm85 2h6v5h-6z" />
      </g>
    </svg>
  );
}
