import { lines, type Voice, widthOf } from '../lettering.ts'
import type { Pen } from './pen.ts'

/** The lettering of a label. */

export const nameVoice: Voice = { weight: 560, optical: 72, soft: 80 }

export const smallVoice: Voice = { face: 'sans', weight: 600, spread: 0.14 }

const noteVoice: Voice = { face: 'italic', weight: 450, optical: 20, soft: 60 }

/** Sets the name as large as its room allows, in up to three lines, centred on (x, middle). */
export function name(
  pen: Pen,
  text: string,
  x: number,
  middle: number,
  wide: number,
  tall: number,
  colour: string,
): void {
  const longest = (rows: readonly string[]) => Math.max(...rows.map((row) => widthOf(row, 100, nameVoice)))
  let best: { rows: string[]; size: number } = { rows: [text], size: 0 }
  for (let count = 1; count <= 3; count++) {
    const rows = lines(text, count, 100, nameVoice, 0)
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
      nameVoice,
    )
  })
}

export function small(pen: Pen, text: string, x: number, y: number, size: number, wide: number, colour: string): void {
  const upper = text.toUpperCase()
  const fits = Math.min(size, (wide / widthOf(upper, size, smallVoice)) * size)
  pen.text(upper, x, y, fits, colour, smallVoice)
}

export function note(pen: Pen, text: string, x: number, y: number, size: number, wide: number, colour: string): void {
  const fits = Math.min(size, (wide / widthOf(text, size, noteVoice)) * size)
  pen.text(text, x, y, fits, colour, noteVoice)
}
