/** The approximate middle of each postcode area, in degrees: latitude and longitude. */
const middles = `AB 57.2 -2.4 AL 51.8 -0.3 B 52.5 -1.9 BA 51.2 -2.4 BB 53.8 -2.3 BD 53.8 -1.9 BH 50.8 -1.9 BL 53.6 -2.4 BN 50.9 -0.1
  BR 51.4 0.0 BS 51.4 -2.7 BT 54.6 -6.5 CA 54.7 -3.1 CB 52.2 0.2 CF 51.6 -3.3 CH 53.2 -3.0 CM 51.7 0.5 CO 51.9 0.9 CR 51.4 -0.1
  CT 51.2 1.2 CV 52.4 -1.5 CW 53.1 -2.4 DA 51.4 0.3 DD 56.6 -2.9 DE 52.9 -1.6 DG 55.0 -3.9 DH 54.8 -1.6 DL 54.5 -1.8 DN 53.5 -0.8
  DT 50.8 -2.5 DY 52.4 -2.2 E 51.5 0.0 EC 51.5 -0.1 EH 55.9 -3.2 EN 51.7 -0.1 EX 50.8 -3.7 FK 56.2 -4.0 FY 53.8 -3.0 G 55.9 -4.3
  GL 51.8 -2.2 GU 51.2 -0.7 HA 51.6 -0.3 HD 53.6 -1.8 HG 54.1 -1.6 HP 51.7 -0.7 HR 52.1 -2.7 HS 57.9 -7.0 HU 53.8 -0.3 HX 53.7 -1.9
  IG 51.6 0.1 IP 52.2 1.1 IV 57.5 -4.7 KA 55.5 -4.6 KT 51.4 -0.3 KW 58.7 -3.3 KY 56.2 -3.1 L 53.4 -2.9 LA 54.1 -2.9 LD 52.2 -3.3
  LE 52.6 -1.1 LL 53.1 -3.8 LN 53.2 -0.4 LS 53.8 -1.5 LU 51.9 -0.5 M 53.5 -2.3 ME 51.3 0.6 MK 52.1 -0.7 ML 55.8 -3.9 N 51.6 -0.1
  NE 55.1 -1.7 NG 53.0 -1.0 NN 52.3 -0.9 NP 51.7 -3.0 NR 52.7 1.3 NW 51.6 -0.2 OL 53.6 -2.1 OX 51.8 -1.3 PA 56.0 -5.3 PE 52.7 0.0
  PH 56.7 -4.0 PL 50.5 -4.3 PO 50.8 -1.0 PR 53.7 -2.7 RG 51.4 -1.1 RH 51.1 -0.2 RM 51.6 0.2 S 53.4 -1.4 SA 51.9 -4.3 SE 51.5 -0.1
  SG 51.9 -0.2 SK 53.3 -2.1 SL 51.5 -0.6 SM 51.4 -0.2 SN 51.5 -1.8 SO 50.9 -1.4 SP 51.1 -1.8 SR 54.9 -1.4 SS 51.6 0.7 ST 52.9 -2.1
  SW 51.5 -0.2 SY 52.6 -3.1 TA 51.0 -3.1 TD 55.6 -2.4 TF 52.7 -2.5 TN 51.1 0.4 TQ 50.4 -3.6 TR 50.2 -5.2 TS 54.6 -1.2 TW 51.4 -0.4
  UB 51.5 -0.4 W 51.5 -0.2 WA 53.4 -2.6 WC 51.5 -0.1 WD 51.7 -0.4 WF 53.7 -1.4 WN 53.5 -2.6 WR 52.2 -2.2 WS 52.7 -1.9 WV 52.6 -2.2
  YO 54.1 -1.0 ZE 60.3 -1.3`;

const areas = new Map(
  Array.from(middles.matchAll(/([A-Z]+) (\S+) (\S+)/g), ([, area = '', latitude, longitude]) => [
    area,
    { latitude: Number(latitude), longitude: Number(longitude) },
  ]),
);

/** Large areas, in which an office may be far from the middle. */
const wide = /^(?:AB|BT|DG|EX|HS|IV|KW|LD|LL|PA|PE|PH|SA|SY|TD|TR|ZE)$/;
const farKm = { wide: 160, other: 75 };

const london = /^(?:BR|CR|DA|E|EC|EN|HA|IG|KT|N|NW|RM|SE|SM|SW|TN|TW|UB|W|WC|WD)$/;

type Place = { latitude: number; longitude: number };

/** The area of a postcode, such as "IG" of IG11 or IG11 7BG; null where it is no postcode, or of no existing area. */
export function postcodeArea(text: string): string | null {
  const [, area = ''] = /^([A-Z]{1,2})\d[A-Z\d]?(?: ?\d[A-Z]{2})?$/i.exec(text.trim()) ?? [];
  return areas.has(area.toUpperCase()) ? area.toUpperCase() : null;
}

/** How far in kilometres a place is from the middle of an area where that is too far to be in it; otherwise null. */
export function kmOutside(area: string, place: Place): number | null {
  const middle = areas.get(area);
  if (!middle) return null;
  const east = (place.longitude - middle.longitude) * Math.cos((place.latitude * Math.PI) / 180);
  const km = Math.round(111.2 * Math.hypot(place.latitude - middle.latitude, east));
  return km > (wide.test(area) ? farKm.wide : farKm.other) ? km : null;
}

export function isLondonArea(area: string): boolean {
  return london.test(area);
}

export const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland'];

/** TD is on both sides of the border, as are some areas of England and Wales: null. */
export function nationOf(area: string): string | null {
  if (area === 'BT') return 'Northern Ireland';
  return /^(?:AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|ZE)$/.test(area) ? 'Scotland' : null;
}

/** Great Britain and Northern Ireland in bands from south to north: latitudes, then longitudes. Coarse: no coast is nearer than it is. */
const bands = [
  [49.85, 50.2, -6.5, -3.4],
  [50.2, 51, -5.8, 1],
  [51, 52, -5.4, 1.5],
  [52, 53, -4.85, 1.8],
  [53, 54, -4.75, 0.5],
  [54, 54.63, -3.7, 0],
  [54.63, 55.3, -5.25, -1.1],
  [55.3, 56, -6.6, -1.5],
  [56, 58.7, -8, -1.7],
  [58.7, 60.9, -6.3, -0.6],
  [54.02, 55.33, -8.2, -5.4],
] as const;

export function isInUnitedKingdom({ latitude, longitude }: Place): boolean {
  return bands.some(
    ([south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
}
