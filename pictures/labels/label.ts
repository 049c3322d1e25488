import { clay, ink, lift, lightnessOf, mix, paper } from '../colour.ts'
import type { Random } from '../random.ts'
import { type FontStyle, outline, widthOf } from '../text-outline.ts'
import { designs } from './designs.ts'
import { Pen, ring } from './pen.ts'
import { darkLeaf, sprig } from './plants.ts'
import { nameFont, smallFont, smallText } from './text.ts'
import type { LabelSpec, LabelSurface } from './types.ts'

/** SVG of a printed label, for the paint plate. */
export function label(sheet: LabelSurface, look: LabelSpec, random: Random): string {
  const pen = new Pen(sheet)
  // Paper-coloured letters need a ground that is clearly darker than paper.
  const tint = lightnessOf(look.tint.deep) > 0.52 ? { ...look.tint, deep: lift(look.tint.deep, -0.13) } : look.tint
  designs[look.style](pen, { ...look, tint }, random)
  return pen.out.join('')
}

/** Printed matter of a round paper wrapper: the name around the edge, an emblem in the middle. */
export function roundPrint(x: number, y: number, reach: number, { text: wording, tint, motif }: LabelSpec): string {
  const pen = new Pen({ width: reach * 2, height: reach * 2, map: ([px, py]) => [x + px, y + py] })
  const red = mix(tint.spark, clay, 0.5)
  const circle = (r: number) => [...ring(0, 0, r), ring(0, 0, r)[0]!]
  pen.stroke(circle(reach * 0.86), red, 6)
  pen.stroke(circle(reach * 0.6), red, 3.5)
  const around = (text: string, r: number, size: number, top: boolean, colour: string, voice: FontStyle) => {
    const d = outline(text, size, voice, ([px, py]) => {
      const angle = top ? px / r - Math.PI / 2 : Math.PI / 2 - px / r
      const far = top ? r - py : r + py
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    })
    pen.out.push(`<path d="${d}" fill="${colour}"/>`)
  }
  const size = Math.min(78, (reach * 1.8 * 78) / widthOf(wording.name, 78, nameFont))
  around(wording.name, reach * 0.66, size, true, ink, { ...nameFont, letterSpacing: 0.03 })
  around(
    wording.origin.toUpperCase(),
    reach * 0.77,
    Math.min(30, (reach * 1.9 * 30) / widthOf(wording.origin.toUpperCase(), 30, smallFont)),
    false,
    red,
    smallFont,
  )
  pen.fill(ring(0, 0, reach * 0.44), mix(red, paper, 0.82))
  sprig(pen, motif, 0, -reach * 0.06, reach * 0.24, darkLeaf(tint), mix(darkLeaf(tint), paper, 0.35), tint.spark)
  smallText(pen, wording.net, 0, reach * 0.36, 24, reach * 0.5, red)
  for (const angle of [0, Math.PI]) pen.circle(Math.cos(angle) * reach * 0.73, Math.sin(angle) * reach * 0.73, 9, red)
  return pen.out.join('')
}
