import { mix, paper, type Tint } from '../colour.ts'
import { curve, line, type Point, turn } from '../geometry.ts'
import type { Random } from '../random.ts'
import { type Pen } from './pen.ts'
import type { Motif } from './types.ts'

/** Small plant drawings and hills for labels. */

/** A tea leaf (or petal) from its stem at (x, y). */
export function blade(x: number, y: number, angle: number, length: number, fat: number): Point[] {
  const shape: Point[] = [
    [0, 0],
    [length * 0.3, -fat],
    [length * 0.68, -fat * 0.8],
    [length, 0],
    [length * 0.68, fat * 0.8],
    [length * 0.3, fat],
  ]
  return shape.map((point) => {
    const [px, py] = turn(point, angle)
    return [x + px, y + py]
  })
}

/** A deep colour that still reads as a living leaf. */
export const darkLeaf = (tint: Tint): string => mix(tint.deep, '#3E6B46', 0.8)

/** A small plant drawing, about 2 × `size` tall, centred on (x, y). */
export function sprig(
  pen: Pen,
  motif: Motif,
  x: number,
  y: number,
  size: number,
  main: string,
  second: string,
  spark: string,
): void {
  const leaf = (lx: number, ly: number, angle: number, length: number, colour: string, fat = 0.26) => {
    pen.fill(blade(lx, ly, angle, length, length * fat), colour)
    const tip = turn([length * 0.86, 0], angle)
    pen.stroke(
      [
        [lx, ly],
        [lx + tip[0], ly + tip[1]],
      ],
      mix(colour, paper, 0.45),
      Math.max(2, size * 0.018),
    )
  }
  const stem = (points: readonly Point[]) => pen.stroke(points, main, size * 0.045)
  if (motif === 'flower') {
    stem([
      [x, y + size],
      [x - size * 0.06, y + size * 0.3],
      [x, y - size * 0.25],
    ])
    stem([
      [x - size * 0.04, y + size * 0.5],
      [x + size * 0.32, y + size * 0.12],
      [x + size * 0.42, y - size * 0.06],
    ])
    leaf(x - size * 0.03, y + size * 0.65, -2.6, size * 0.62, main)
    leaf(x, y + size * 0.75, -0.35, size * 0.6, second)
    for (const [fx, fy, reach] of [
      [x, y - size * 0.42, size * 0.5],
      [x + size * 0.46, y - size * 0.16, size * 0.3],
    ] as const) {
      for (let index = 0; index < 11; index++)
        pen.fill(
          blade(fx, fy, (index / 11) * Math.PI * 2, reach, reach * 0.17),
          index % 2 ? mix(spark, paper, 0.35) : mix(spark, paper, 0.55),
        )
      pen.circle(fx, fy, reach * 0.26, spark)
    }
    return
  }
  if (motif === 'root') {
    pen.fill(
      [
        [x - size * 0.7, y + size * 0.2],
        [x - size * 0.3, y - size * 0.15],
        [x + size * 0.1, y - size * 0.1],
        [x + size * 0.3, y - size * 0.5],
        [x + size * 0.55, y - size * 0.35],
        [x + size * 0.4, y + size * 0.1],
        [x + size * 0.75, y + size * 0.25],
        [x + size * 0.5, y + size * 0.55],
        [x, y + size * 0.4],
        [x - size * 0.4, y + size * 0.6],
      ],
      mix(spark, paper, 0.3),
    )
    for (let index = 0; index < 7; index++)
      pen.stroke(
        [
          [x - size * 0.5 + index * size * 0.16, y + size * 0.02],
          [x - size * 0.44 + index * size * 0.16, y + size * 0.34],
        ],
        spark,
        size * 0.025,
      )
    leaf(x + size * 0.4, y - size * 0.42, -1.9, size * 0.7, main, 0.16)
    leaf(x + size * 0.42, y - size * 0.42, -1.2, size * 0.62, second, 0.16)
    return
  }
  if (motif === 'grass') {
    for (let index = 0; index < 9; index++) {
      const lean = (index - 4) * 0.17
      const tip: Point = [x + Math.sin(lean) * size * 1.5, y + size - Math.cos(lean) * size * 1.8]
      pen.stroke(
        [[x + (index - 4) * 4, y + size], [x + Math.sin(lean) * size * 0.5, y + size * 0.1], tip],
        index % 2 ? main : second,
        size * 0.035,
      )
      for (let grain = 0; grain < 4; grain++)
        pen.fill(
          blade(
            tip[0] - Math.sin(lean) * grain * size * 0.16,
            tip[1] + grain * size * 0.17,
            -1.57 + lean + (grain % 2 ? 0.5 : -0.5),
            size * 0.2,
            size * 0.04,
          ),
          spark,
        )
    }
    return
  }
  stem([
    [x + size * 0.04, y + size],
    [x - size * 0.05, y + size * 0.35],
    [x, y - size * 0.4],
  ])
  leaf(x + size * 0.02, y + size * 0.78, -0.45, size * 0.78, second)
  leaf(x - size * 0.02, y + size * 0.55, -2.65, size * 0.88, main)
  leaf(x - size * 0.04, y + size * 0.16, -0.62, size * 0.82, main)
  leaf(x - size * 0.03, y - size * 0.08, -2.35, size * 0.7, second)
  leaf(x, y - size * 0.34, -1.18, size * 0.68, main, 0.2)
  leaf(x, y - size * 0.36, -1.86, size * 0.5, mix(second, paper, 0.25), 0.15)
}

export function hills(pen: Pen, top: number, bottom: number, colours: readonly string[], random: Random): void {
  const { width } = pen.sheet
  colours.forEach((colour, layer) => {
    const base = top + ((bottom - top) * layer) / colours.length
    const swing = (bottom - top) * 0.2
    const ridge: Point[] = Array.from(
      { length: 9 },
      (_, index): Point => [(index / 8) * width - width / 2, base + random.bell() * swing],
    )
    const steps: Point[] = [...ridge.map(pen.sheet.map)]
    const low = pen.sheet.map
    const floor: Point[] = Array.from(
      { length: 13 },
      (_, index): Point => low([width / 2 - (index / 12) * width, bottom]),
    )
    pen.out.push(`<path d="${curve(steps)}${line(floor).replace(/^M/, 'L')}Z" fill="${colour}"/>`)
  })
}
