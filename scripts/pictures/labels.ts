import { clay, ink, mix, paper, readable, type Tint } from './colour.ts'
import { curve, line, type Point, polygon, turn } from './geometry.ts'
import { lines, outline, type Voice, widthOf } from './lettering.ts'
import type { Random } from './random.ts'

/** What a label says. */
export type Wording = { readonly name: string; readonly kind: string; readonly origin: string; readonly net: string }

/** A piece of paper on a pack: size in its own units, and how a point of it lies on the pack. */
export type Paper = { readonly width: number; readonly height: number; readonly map: (point: Point) => Point }

export type Motif = 'leaf' | 'flower' | 'root' | 'grass'
export type LabelLook = {
  readonly wording: Wording
  readonly tint: Tint
  readonly motif: Motif
  readonly style: LabelStyle
}
export type LabelStyle = 'hills' | 'sprig' | 'stripes' | 'sun' | 'waves' | 'contour' | 'frame' | 'lattice'
export const labelStyles: readonly LabelStyle[] = [
  'hills',
  'sprig',
  'sun',
  'stripes',
  'frame',
  'waves',
  'contour',
  'lattice',
]

/** A pen that draws on the label's paper, wherever that is bent to. Answers are SVG for the paint plate. */
class Pen {
  readonly sheet: Paper
  readonly out: string[] = []
  constructor(sheet: Paper) {
    this.sheet = sheet
  }
  fill(points: readonly Point[], colour: string, opacity = 1): void {
    this.out.push(`<path d="${curve(points.map(this.sheet.map), true)}" fill="${colour}" fill-opacity="${opacity}"/>`)
  }
  /** Straight edges, cut into short steps so that they bend with the paper. */
  area(corners: readonly Point[], colour: string, opacity = 1): void {
    this.out.push(
      `<path d="${polygon(this.#steps([...corners, corners[0]!]))}" fill="${colour}" fill-opacity="${opacity}"/>`,
    )
  }
  rule(points: readonly Point[], colour: string, width: number): void {
    this.out.push(
      `<path d="${line(this.#steps(points))}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`,
    )
  }
  stroke(points: readonly Point[], colour: string, width: number): void {
    this.out.push(
      `<path d="${curve(points.map(this.sheet.map))}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`,
    )
  }
  circle(x: number, y: number, r: number, colour: string): void {
    this.fill(ring(x, y, r), colour)
  }
  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.area(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
    )
  }
  boxRule(x: number, y: number, width: number, height: number, colour: string, thick: number): void {
    this.rule(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
        [x, y],
      ],
      colour,
      thick,
    )
  }
  text(text: string, x: number, y: number, size: number, colour: string, voice: Voice): void {
    const d = outline(text, size, voice, ([px, py]) => this.sheet.map([x + px, y + py]))
    this.out.push(`<path d="${d}" fill="${colour}"/>`)
  }
  #steps(points: readonly Point[]): Point[] {
    const all: Point[] = []
    for (let index = 0; index + 1 < points.length; index++) {
      const [from, to] = [points[index]!, points[index + 1]!]
      const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 24))
      for (let step = 0; step < count; step++)
        all.push([from[0] + ((to[0] - from[0]) * step) / count, from[1] + ((to[1] - from[1]) * step) / count])
    }
    all.push(points[points.length - 1]!)
    return all.map(this.sheet.map)
  }
}

const ring = (x: number, y: number, r: number): Point[] =>
  Array.from({ length: 20 }, (_, index): Point => {
    const angle = (index / 20) * Math.PI * 2
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r]
  })

const nameVoice: Voice = { weight: 560, optical: 72, soft: 80 }
const smallVoice: Voice = { face: 'sans', weight: 600, spread: 0.14 }
const noteVoice: Voice = { face: 'italic', weight: 450, optical: 20, soft: 60 }

/** Sets the name as large as its room allows, in up to three lines, centred on (x, middle). */
function name(pen: Pen, text: string, x: number, middle: number, wide: number, tall: number, colour: string): void {
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

function small(pen: Pen, text: string, x: number, y: number, size: number, wide: number, colour: string): void {
  const upper = text.toUpperCase()
  const fits = Math.min(size, (wide / widthOf(upper, size, smallVoice)) * size)
  pen.text(upper, x, y, fits, colour, smallVoice)
}

function note(pen: Pen, text: string, x: number, y: number, size: number, wide: number, colour: string): void {
  const fits = Math.min(size, (wide / widthOf(text, size, noteVoice)) * size)
  pen.text(text, x, y, fits, colour, noteVoice)
}

/** A tea leaf (or petal) from its stem at (x, y). */
function blade(x: number, y: number, angle: number, length: number, fat: number): Point[] {
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

/** A small plant drawing, about 2 × `size` tall, centred on (x, y). */
function sprig(
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

function hills(pen: Pen, top: number, bottom: number, colours: readonly string[], random: Random): void {
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

type Design = (pen: Pen, look: LabelLook, random: Random) => void

const designs: Readonly<Record<LabelStyle, Design>> = {
  hills(pen, { wording, tint }, random) {
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
    small(pen, wording.kind, 0, h * 0.11, 25, w * 0.7, clay)
    name(pen, wording.name, 0, h * 0.285, w * 0.8, h * 0.28, ink)
    note(pen, wording.origin, 0, h * 0.49, 31, w * 0.8, ink)
  },
  sprig(pen, { wording, tint, motif }) {
    const { width: w, height: h } = pen.sheet
    pen.box(-w / 2, 0, w, h, paper)
    pen.box(-w / 2, 0, w, h * 0.035, tint.deep)
    pen.box(-w / 2, h * 0.965, w, h * 0.035, tint.deep)
    sprig(pen, motif, 0, h * 0.265, h * 0.165, darkLeaf(tint), mix(darkLeaf(tint), tint.other, 0.5), tint.spark)
    name(pen, wording.name, 0, h * 0.62, w * 0.82, h * 0.25, ink)
    pen.rule(
      [
        [-w * 0.1, h * 0.785],
        [w * 0.1, h * 0.785],
      ],
      tint.spark,
      5,
    )
    note(pen, wording.origin, 0, h * 0.85, 31, w * 0.8, ink)
    small(pen, wording.kind, 0, h * 0.92, 22, w * 0.7, tint.deep)
  },
  stripes(pen, { wording, tint, motif }) {
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
    name(pen, wording.name, 0, h * 0.53, pw * 0.82, h * 0.22, ink)
    note(pen, wording.origin, 0, h * 0.69, 28, pw * 0.82, ink)
    small(pen, wording.kind, 0, h * 0.745, 20, pw * 0.7, clay)
  },
  sun(pen, { wording, tint }) {
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
    const light = readable(tint.deep, [paper, ink])
    name(pen, wording.name, 0, h * 0.735, w * 0.84, h * 0.2, light)
    note(pen, wording.origin, 0, h * 0.89, 30, w * 0.82, mix(light, tint.deep, 0.12))
    small(pen, wording.kind, 0, h * 0.945, 20, w * 0.7, mix(light, tint.spark, 0.5))
  },
  waves(pen, { wording, tint }) {
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
    small(pen, wording.kind, 0, h * 0.5 - w * 0.22, 20, w * 0.42, clay)
    name(pen, wording.name, 0, h * 0.5, w * 0.62, w * 0.34, ink)
    note(pen, wording.origin, 0, h * 0.5 + w * 0.25, 25, w * 0.42, ink)
  },
  contour(pen, { wording, tint }, random) {
    const { width: w, height: h } = pen.sheet
    const ground = mix(paper, tint.other, 0.4)
    pen.box(-w / 2, 0, w, h, ground)
    const phase = random.next() * 6
    for (let level = 0; level < 9; level++) {
      const reach = w * (0.56 - level * 0.058)
      const points = Array.from({ length: 22 }, (_, index): Point => {
        const angle = (index / 22) * Math.PI * 2
        const wobble = 1 + 0.14 * Math.sin(angle * 2 + phase) + 0.09 * Math.sin(angle * 3 + phase * 2 + level * 0.12)
        return [
          Math.max(-w / 2, Math.min(w / 2, Math.cos(angle) * reach * wobble)),
          Math.max(0, h * 0.33 + Math.sin(angle) * reach * 0.82 * wobble),
        ]
      })
      pen.fill(points, mix(ground, tint.deep, 0.08 + level * 0.085))
    }
    pen.circle(0, h * 0.33, w * 0.025, tint.spark)
    pen.box(-w / 2, h * 0.62, w, h * 0.38, paper)
    pen.box(-w / 2, h * 0.62, w, 6, tint.deep)
    name(pen, wording.name, 0, h * 0.745, w * 0.84, h * 0.19, ink)
    note(pen, wording.origin, 0, h * 0.885, 30, w * 0.82, ink)
    small(pen, wording.kind, 0, h * 0.945, 21, w * 0.7, clay)
  },
  frame(pen, { wording, tint, motif }) {
    const { width: w, height: h } = pen.sheet
    pen.box(-w / 2, 0, w, h, tint.deep)
    const light = readable(tint.deep, [paper, ink])
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
    name(pen, wording.name, 0, h * 0.52, w * 0.72, h * 0.27, light)
    pen.rule(
      [
        [-w * 0.14, h * 0.7],
        [w * 0.14, h * 0.7],
      ],
      trim,
      3,
    )
    note(pen, wording.origin, 0, h * 0.77, 30, w * 0.7, light)
    small(pen, wording.kind, 0, h * 0.845, 21, w * 0.6, trim)
  },
  lattice(pen, { wording, tint }) {
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
    small(pen, wording.kind, 0, top + tall * 0.2, 22, w * 0.7, clay)
    name(pen, wording.name, 0, top + tall * 0.51, w * 0.84, tall * 0.46, ink)
    note(pen, wording.origin, 0, top + tall * 0.86, 29, w * 0.8, ink)
  },
}

/** A deep colour that still reads as a living leaf. */
const darkLeaf = (tint: Tint): string => mix(tint.deep, '#3E6B46', 0.8)

/** SVG of a printed label, for the paint plate. */
export function label(sheet: Paper, look: LabelLook, random: Random): string {
  const pen = new Pen(sheet)
  designs[look.style](pen, look, random)
  return pen.out.join('')
}

/** Printed matter of a round paper wrapper: the name around the edge, an emblem in the middle. */
export function roundPrint(x: number, y: number, reach: number, { wording, tint, motif }: LabelLook): string {
  const pen = new Pen({ width: reach * 2, height: reach * 2, map: ([px, py]) => [x + px, y + py] })
  const red = mix(tint.spark, clay, 0.5)
  const circle = (r: number) => [...ring(0, 0, r), ring(0, 0, r)[0]!]
  pen.stroke(circle(reach * 0.86), red, 6)
  pen.stroke(circle(reach * 0.6), red, 3.5)
  const around = (text: string, r: number, size: number, top: boolean, colour: string, voice: Voice) => {
    const d = outline(text, size, voice, ([px, py]) => {
      const angle = top ? px / r - Math.PI / 2 : Math.PI / 2 - px / r
      const far = top ? r - py : r + py
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    })
    pen.out.push(`<path d="${d}" fill="${colour}"/>`)
  }
  const size = Math.min(78, (reach * 2.1 * 78) / widthOf(wording.name, 78, nameVoice))
  around(wording.name, reach * 0.66, size, true, ink, { ...nameVoice, spread: 0.03 })
  around(
    wording.origin.toUpperCase(),
    reach * 0.77,
    Math.min(30, (reach * 1.9 * 30) / widthOf(wording.origin.toUpperCase(), 30, smallVoice)),
    false,
    red,
    smallVoice,
  )
  pen.fill(ring(0, 0, reach * 0.44), mix(red, paper, 0.82))
  sprig(pen, motif, 0, -reach * 0.06, reach * 0.24, darkLeaf(tint), mix(darkLeaf(tint), paper, 0.35), tint.spark)
  small(pen, wording.net, 0, reach * 0.36, 24, reach * 0.5, red)
  for (const angle of [0, Math.PI]) pen.circle(Math.cos(angle) * reach * 0.73, Math.sin(angle) * reach * 0.73, 9, red)
  return pen.out.join('')
}
