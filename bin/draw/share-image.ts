import { pages } from '../../content/pages.ts';
import { site } from '../../content/site.ts';
import { Canvas } from './canvas.ts';
import { drawMark } from './icons.ts';
import { write } from './letters.ts';
import type { ThemeColours } from './theme-colours.ts';

const car = {
  body: 'M12,90L12,66Q12,55 21,53L30,50L45,30Q49,24 57,24L106,24Q115,24 120,30L142,51L178,58Q191,61 191,73L191,90L12,90',
  rear: 'M41,50L52,35Q54,32 59,32L78,32L78,50',
  front: 'M84,32L105,32Q112,32 116,36L130,50L84,50',
  lamps: 'M12,66L19,66L19,75L12,75M184,64L190,66L191,73L183,73',
};

/** What a link to the site looks like in a chat: 1200 by 630, the home page's sign at the roadside. */
export function shareImage(theme: ThemeColours): Canvas {
  const canvas = new Canvas(1200, 630);
  canvas.rectangle(0, 0, 1200, 630, theme('sky'));
  drawRoad(canvas, theme);
  canvas.rectangle(60, 36, 1080, 418, theme('route'), 28);
  canvas.rectangle(70, 46, 1060, 398, theme('keyline'), 20);
  canvas.rectangle(77, 53, 1046, 384, theme('route'), 14);
  drawMark(canvas, { x: 120, y: 80, size: 64 }, theme);
  write(canvas, site.brand, { x: 208, y: 94, height: 36, colour: theme('keyline') });
  const lines = pages.home.heading.split(/(?<=[.?!]) /);
  const height = Math.min(68, 950 / Math.max(...lines.map((line) => write(null, line, { x: 0, y: 0, height: 1, colour: '' }))));
  for (const [index, line] of lines.entries()) {
    write(canvas, line, { x: 122, y: 182 + index * height * 1.5, height, colour: theme('keyline') });
  }
  drawNumber(canvas, theme);
  return canvas;
}

function drawRoad(canvas: Canvas, theme: ThemeColours): void {
  canvas.rectangle(0, 420, 1200, 92, theme('verge'));
  for (const x of [190, 990]) canvas.rectangle(x, 440, 20, 60, theme('post'));
  canvas.rectangle(0, 512, 1200, 14, theme('kerb'));
  canvas.rectangle(0, 526, 1200, 104, theme('tar'));
  for (let x = -20; x < 1200; x += 120) canvas.rectangle(x, 606, 60, 7, theme('keyline'));
  const place = { x: 830, y: 440, scale: 1.3 };
  canvas.fill(car.body, place, '#f6f3ea');
  canvas.fill(car.rear, place, '#2d4654');
  canvas.fill(car.front, place, '#2d4654');
  canvas.fill(car.lamps, place, '#ff9900');
  canvas.stroke('M52,90M159,90', place, 38, '#14181a');
  canvas.stroke('M52,90M159,90', place, 13, '#c9d0d0');
}

/** The number to call, in yellow: the one thing to do now. */
function drawNumber(canvas: Canvas, theme: ThemeColours): void {
  const text = `24/7  ${site.helpline.display}`;
  const width = write(null, text, { x: 0, y: 0, height: 34, colour: '' });
  canvas.rectangle(120, 350, width + 50, 64, theme('now'), 12);
  write(canvas, text, { x: 146, y: 365, height: 34, colour: theme('on-now') });
}
