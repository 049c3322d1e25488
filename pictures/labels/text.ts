import { type FontStyle, lines, widthOf } from '../text-outline.ts'
import type { Pen } from './pen.ts'

/** The lettering of a label. */

export const nameFont: FontStyle = { weight: 560, opticalSize: 72, softness: 80 }

export const smallFont: FontStyle = { face: 'sans', weight: 600, letterSpacing: 0.14 }

const noteFont: FontStyle = { face: 'italic', weight: 450, opticalSize: 20, softness: 60 }

/** Sets the name as large as its room allows, in up to three lines, centred on (x, middle). */
export function nameText(
  pen: Pen,
  text: string,
  x: number,
  middle: number,
  wide: number,
  tall: number,
  colour: string,
): void {
  const longest = (rows: readonly string[]) => Math.max(...rows.map((row) => widthOf(row, 100, nameFont)))
  let best: { rows: string[]; size: number } = { rows: [text], size: 0 }
  for (let count = 1; count <= 3; count++) {
    const rows = lines(text, count, 100, nameFont, 0)
    const size = Math.min(112, (wide / longest(rows)) * 100, tall / rows.length / 1.06)
    if (size > best.size * 1.08) best = { rows, size }
  }
  const step = best.size * 1.04
  best.rows.forEach((row, index) => {
    pen.text(
      row,
      x,
      middle + (index - (best.rows.length - 1) / 2) * step + best.size * 0.3,
      best.size,
      colour,
      nameFont,
    )
  })
}

export function smallText(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  wide: number,
  colour: string,
): void {
  const upper = text.toUpperCase()
  const fits = Math.min(size, (wide / widthOf(upper, size, smallFont)) * size)
  pen.text(upper, x, y, fits, colour, smallFont)
}

export function noteText(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  wide: number,
  colour: string,
): void {
  const fits = Math.min(size, (wide / widthOf(text, size, noteFont)) * size)
  pen.text(text, x, y, fits, colour, noteFont)
}
