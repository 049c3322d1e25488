import { clay, ink, mix, paper } from '../colour.ts'
import type { Point } from '../geometry.ts'
import type { Random } from '../random.ts'
import { type Pen, ring } from './pen.ts'
import { blade, darkLeaf, hills, sprig } from './plants.ts'
import { nameText, noteText, smallText } from './text.ts'
import type { LabelSpec, LabelStyle } from './types.ts'

/** The printed designs of the packs. */

type Design = (pen: Pen, look: LabelSpec, random: Random) => void

const hillsLabel: Design = (pen, { text, tint }, random) => {
  const { width: w, height: h } = pen.sheet
  const sky = mix(paper, tint.spark, 0.16)
  pen.box(-w / 2, 0, w, h, sky)
  pen.circle(random.between(-0.2, 0.22) * w, h * 0.6, w * 0.13, tint.spark)
  hills(
    pen,
    h * 0.62,
    h,
    [0.3, 0.5, 0.72, 1].map((share) => mix(sky, tint.deep, share)),
    random,
  )
  pen.boxRule(-w / 2 + 14, 14, w - 28, h - 28, tint.deep, 4)
  smallText(pen, text.kind, 0, h * 0.11, 25, w * 0.7, clay)
  nameText(pen, text.name, 0, h * 0.285, w * 0.8, h * 0.28, ink)
  noteText(pen, text.origin, 0, h * 0.49, 31, w * 0.8, ink)
}

const sprigLabel: Design = (pen, { text, tint, motif }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, paper)
  pen.box(-w / 2, 0, w, h * 0.035, tint.deep)
  pen.box(-w / 2, h * 0.965, w, h * 0.035, tint.deep)
  sprig(pen, motif, 0, h * 0.265, h * 0.165, darkLeaf(tint), mix(darkLeaf(tint), tint.other, 0.5), tint.spark)
  nameText(pen, text.name, 0, h * 0.62, w * 0.82, h * 0.25, ink)
  pen.rule(
    [
      [-w * 0.1, h * 0.785],
      [w * 0.1, h * 0.785],
    ],
    tint.spark,
    5,
  )
  noteText(pen, text.origin, 0, h * 0.85, 31, w * 0.8, ink)
  smallText(pen, text.kind, 0, h * 0.92, 22, w * 0.7, tint.deep)
}

const stripes: Design = (pen, { text, tint, motif }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, tint.other)
  const count = 13
  for (let index = 0; index < count; index += 2) pen.box(-w / 2 + (index * w) / count, 0, w / count, h, tint.deep)
  const [pw, ph, cut] = [w * 0.74, h * 0.6, 34]
  const [x, y] = [-pw / 2, h * 0.2]
  const plate: Point[] = [
    [x + cut, y],
    [x + pw - cut, y],
    [x + pw, y + cut],
    [x + pw, y + ph - cut],
    [x + pw - cut, y + ph],
    [x + cut, y + ph],
    [x, y + ph - cut],
    [x, y + cut],
  ]
  pen.area(plate, paper)
  pen.rule(
    [...plate, plate[0]!].map(([px, py]): Point => [px * 0.95, h * 0.5 + (py - h * 0.5) * 0.95]),
    tint.spark,
    4,
  )
  sprig(pen, motif, 0, h * 0.315, h * 0.062, darkLeaf(tint), mix(darkLeaf(tint), tint.other, 0.4), tint.spark)
  nameText(pen, text.name, 0, h * 0.53, pw * 0.82, h * 0.22, ink)
  noteText(pen, text.origin, 0, h * 0.69, 28, pw * 0.82, ink)
  smallText(pen, text.kind, 0, h * 0.745, 20, pw * 0.7, clay)
}

const sun: Design = (pen, { text, tint }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, tint.other)
  for (let index = 0; index < 32; index += 2) {
    const [a, b] = [(index / 32) * Math.PI * 2, ((index + 1) / 32) * Math.PI * 2]
    const far = w * 0.9
    const clamp = ([px, py]: Point): Point => [
      Math.max(-w / 2, Math.min(w / 2, px)),
      Math.max(0, Math.min(h * 0.64, py)),
    ]
    pen.area(
      [
        [0, h * 0.34],
        clamp([Math.cos(a) * far, h * 0.34 + Math.sin(a) * far]),
        clamp([Math.cos(b) * far, h * 0.34 + Math.sin(b) * far]),
      ],
      mix(tint.other, paper, 0.5),
    )
  }
  pen.circle(0, h * 0.34, w * 0.31, tint.spark)
  pen.circle(0, h * 0.34, w * 0.26, mix(tint.spark, paper, 0.3))
  pen.area(
    [
      [-w * 0.21, h * 0.44],
      [-w * 0.04, h * 0.255],
      [w * 0.04, h * 0.35],
      [w * 0.1, h * 0.295],
      [w * 0.215, h * 0.44],
    ],
    tint.deep,
  )
  pen.area(
    [
      [-w * 0.075, h * 0.293],
      [-w * 0.04, h * 0.255],
      [0, h * 0.302],
      [-w * 0.03, h * 0.315],
      [-w * 0.05, h * 0.3],
    ],
    paper,
  )
  pen.box(-w / 2, h * 0.6, w, h * 0.4, tint.deep)
  pen.box(-w / 2, h * 0.6, w, 8, paper)
  const light = paper
  nameText(pen, text.name, 0, h * 0.735, w * 0.84, h * 0.2, light)
  noteText(pen, text.origin, 0, h * 0.89, 30, w * 0.82, mix(light, tint.deep, 0.12))
  smallText(pen, text.kind, 0, h * 0.945, 20, w * 0.7, mix(light, tint.spark, 0.5))
}

const waves: Design = (pen, { text, tint }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, tint.deep)
  const reach = w / 11
  for (let row = 0; row * reach * 0.5 < h * 1.05; row++) {
    for (let column = -7; column <= 7; column++) {
      const x = column * reach * 2 + (row % 2) * reach
      const y = row * reach * 0.5 + reach * 0.4
      if (Math.abs(x) > w / 2 + reach) continue
      for (const [share, colour] of [
        [1, tint.deep],
        [0.92, mix(tint.deep, tint.other, 0.55)],
        [0.68, tint.deep],
        [0.6, mix(tint.deep, tint.other, 0.75)],
        [0.36, tint.deep],
      ] as const)
        pen.fill(ring(x, y, reach * share), colour)
    }
  }
  pen.fill(ring(0, h * 0.5, w * 0.405), paper)
  pen.rule([...ring(0, h * 0.5, w * 0.37), ring(0, h * 0.5, w * 0.37)[0]!], tint.spark, 5)
  smallText(pen, text.kind, 0, h * 0.5 - w * 0.22, 20, w * 0.42, clay)
  nameText(pen, text.name, 0, h * 0.5, w * 0.62, w * 0.34, ink)
  noteText(pen, text.origin, 0, h * 0.5 + w * 0.25, 25, w * 0.42, ink)
}

const contour: Design = (pen, { text, tint }, random) => {
  const { width: w, height: h } = pen.sheet
  const ground = mix(paper, tint.other, 0.55)
  pen.box(-w / 2, 0, w, h, ground)
  const phase = random.next() * 6
  // Height lines of a hill, as a map shows them; every third is drawn stronger.
  for (let level = 0; level < 11; level++) {
    const reach = w * (0.74 - level * 0.064)
    const points = Array.from({ length: 40 }, (_, index): Point => {
      const angle = (index / 40) * Math.PI * 2
      const wobble =
        1 +
        0.15 * Math.sin(angle * 2 + phase) +
        0.1 * Math.sin(angle * 3 + phase * 2 + level * 0.16) +
        0.03 * Math.sin(angle * 5 + level)
      return [
        Math.max(-w / 2, Math.min(w / 2, Math.cos(angle) * reach * wobble)),
        Math.max(0, Math.min(h * 0.62, h * 0.32 + Math.sin(angle) * reach * 0.8 * wobble)),
      ]
    })
    if (level % 3 === 1) pen.fill(points, mix(ground, tint.deep, 0.08 + level * 0.03))
    pen.stroke(
      [...points, points[0]!],
      mix(ground, tint.deep, level % 3 === 1 ? 0.95 : 0.55),
      level % 3 === 1 ? 4.5 : 2.4,
    )
  }
  pen.area(
    [
      [-w * 0.03, h * 0.335],
      [0, h * 0.295],
      [w * 0.03, h * 0.335],
    ],
    tint.spark,
  )
  pen.box(-w / 2, h * 0.62, w, h * 0.38, paper)
  pen.box(-w / 2, h * 0.62, w, 7, tint.deep)
  nameText(pen, text.name, 0, h * 0.745, w * 0.84, h * 0.19, ink)
  noteText(pen, text.origin, 0, h * 0.885, 30, w * 0.82, ink)
  smallText(pen, text.kind, 0, h * 0.945, 21, w * 0.7, clay)
}

const frame: Design = (pen, { text, tint, motif }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, tint.deep)
  const light = paper
  const trim = mix(tint.spark, paper, 0.2)
  pen.boxRule(-w / 2 + 22, 22, w - 44, h - 44, trim, 6)
  pen.boxRule(-w / 2 + 38, 38, w - 76, h - 76, trim, 2.5)
  for (const [x, y, angle] of [
    [-w / 2 + 38, 38, 0.78],
    [w / 2 - 38, 38, 2.36],
    [w / 2 - 38, h - 38, -2.36],
    [-w / 2 + 38, h - 38, -0.78],
  ] as const) {
    for (const swing of [-0.5, 0, 0.5]) pen.fill(blade(x, y, angle + swing, 66, 13), trim)
  }
  sprig(pen, motif, 0, h * 0.24, h * 0.09, mix(light, tint.other, 0.3), mix(light, tint.other, 0.6), trim)
  nameText(pen, text.name, 0, h * 0.52, w * 0.72, h * 0.27, light)
  pen.rule(
    [
      [-w * 0.14, h * 0.7],
      [w * 0.14, h * 0.7],
    ],
    trim,
    3,
  )
  noteText(pen, text.origin, 0, h * 0.77, 30, w * 0.7, light)
  smallText(pen, text.kind, 0, h * 0.845, 21, w * 0.6, trim)
}

const lattice: Design = (pen, { text, tint }) => {
  const { width: w, height: h } = pen.sheet
  pen.box(-w / 2, 0, w, h, tint.other)
  const cell = w / 8
  for (let row = 0; row * cell < h + cell; row++) {
    for (let column = -5; column <= 5; column++) {
      const [x, y] = [column * cell + (row % 2 ? cell / 2 : 0), row * cell * 0.5]
      if (Math.abs(x) > w / 2) continue
      const r = cell * 0.47
      const clip = ([px, py]: Point): Point => [Math.max(-w / 2, Math.min(w / 2, px)), Math.min(h, Math.max(0, py))]
      pen.area(
        (
          [
            [x, y - r * 0.5],
            [x + r, y],
            [x, y + r * 0.5],
            [x - r, y],
          ] as Point[]
        ).map(clip),
        row % 3 === 0
          ? tint.deep
          : row % 3 === 1
            ? mix(tint.deep, tint.other, 0.35)
            : mix(tint.spark, tint.other, 0.15),
      )
    }
  }
  const [top, tall] = [h * 0.3, h * 0.42]
  pen.box(-w / 2, top, w, tall, paper)
  pen.box(-w / 2, top + 12, w, 5, tint.deep)
  pen.box(-w / 2, top + tall - 17, w, 5, tint.deep)
  smallText(pen, text.kind, 0, top + tall * 0.2, 22, w * 0.7, clay)
  nameText(pen, text.name, 0, top + tall * 0.51, w * 0.84, tall * 0.46, ink)
  noteText(pen, text.origin, 0, top + tall * 0.86, 29, w * 0.8, ink)
}

export const designs: Readonly<Record<LabelStyle, Design>> = {
  hills: hillsLabel,
  sprig: sprigLabel,
  stripes,
  sun,
  waves,
  contour,
  frame,
  lattice,
}
