import type { Page } from 'playwright-core';

export type Focused = { name: string; type: string; href: string | null; what: string; seen: boolean; marked: boolean };

/** Whether the focused element can be seen, and differs clearly from how it looks without the focus. */
export function focusedNow(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { name = '', type = '' } = element as HTMLInputElement;
    const href = element.getAttribute('href');
    const what = element === document.body ? 'BODY' : `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    if (element.tagName === 'IFRAME') return { name, type, href, what: 'IFRAME', seen: true, marked: true };
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const atItsMiddle = document.elementFromPoint(
      left + Math.min(width / 2, 40),
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    );
    const seen = height > 0 && (element.contains(atItsMiddle) || (atItsMiddle?.contains(element) ?? false));
    // A card whose whole surface is a link shows the mark around itself.
    const around = [
      element,
      element.parentElement,
      element.closest(':focus-within:not(body, html, main)'),
      element.closest('.card-link'),
    ];
    const ringed = around.find((one) => {
      const style = one && getComputedStyle(one);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    });
    const marked = ringed
      ? contrast(getComputedStyle(ringed).outlineColor, groundAround(ringed)) >= 3
      : around.some((one) => one && getComputedStyle(one).boxShadow !== 'none');
    return { name, type, href, what, seen, marked };

    function groundAround({ parentElement }: Element): string {
      const ground = parentElement ? getComputedStyle(parentElement).backgroundColor : 'white';
      return parentElement && /, 0\)$/.test(ground) ? groundAround(parentElement) : ground;
    }

    /** As WCAG 2.2 has it. */
    function contrast(one: string, other: string): number {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (lighter + 0.05) / (darker + 0.05);
    }

    function luminance(colour: string): number {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
  });
}
