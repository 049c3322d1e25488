import { lift, mix } from '../colour.ts'
import { box, ellipse, line, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** Parts of a tea house, seen from the street and from within. */

export type Building = {
  readonly x: number
  readonly ground: number
  readonly wide: number
  readonly high: number
  /** Height of the roof above the walls. */
  readonly rise: number
  readonly form: 'gable' | 'long' | 'flat'
  readonly cladding: 'boards' | 'logs' | 'bricks' | 'shingles'
  readonly floors: 1 | 2
  readonly wall: string
  readonly roof: string
  readonly trim: string
  readonly door: string
  readonly snow?: boolean
}

const glow = '#F8D592'

/** A small house of one or two floors with a door in the middle and a sign beside it. */
export function building(scene: Scene, house: Building, random: Random): void {
  const { x, ground, wide, high, floors, wall, trim, door } = house
  const left = x - wide / 2
  const top = ground - high
  scene.shadow(
    polygon([
      [left + 20, ground - 20],
      [left + wide, ground - 60],
      [left + wide + 230, ground + 26],
      [left + wide + 60, ground + 46],
      [left, ground + 20],
    ]),
    '#6a5d50',
    16,
  )
  chimney(scene, house)
  if (house.form === 'long') roofOf(scene, house)
  const front: Point[] = [
    [left, ground],
    [left, top],
    ...(house.form === 'gable' ? [[x, top - house.rise] as Point] : []),
    [left + wide, top],
    [left + wide, ground],
  ]
  scene.shape(polygon(front), wall, {
    paint: cladding(house, random),
    stipple: `<rect x="${left}" y="${top - house.rise}" width="${wide}" height="${high + house.rise}" fill="${scene.gradient(
      [left, top],
      [left + wide, ground],
      [
        [0, '#5d5046', 0],
        [0.5, '#5d5046', 0.05],
        [1, '#5d5046', 0.5],
      ],
    )}"/>`,
  })
  if (house.form !== 'long') roofOf(scene, house)
  const floor = high / floors
  for (let level = 0; level < floors; level++) {
    const y = ground - (level + 1) * floor + floor * 0.2
    const count = level === 0 ? 2 : 3
    for (let index = 0; index < count; index++) {
      const middle = left + (wide * (index + 0.5)) / count + (count === 2 ? (index - 0.5) * wide * 0.06 : 0)
      pane(scene, middle, y, wide * (count === 2 ? 0.25 : 0.16), floor * 0.46, trim, random)
    }
  }
  doorway(scene, x, ground, Math.min(wide * 0.17, 118), floor * 0.74, door, trim)
  sign(scene, x + wide * 0.1 + 24, ground - floor * 0.92, trim, wall)
}

function chimney(scene: Scene, { x, ground, wide, high, rise, snow }: Building): void {
  const at = x + wide * 0.26
  const top = ground - high - rise - 44
  scene.shape(box(at, top, 54, rise + 90), '#8A6250', {
    shade: `<path d="${box(at + 32, top, 24, rise + 90)}" fill="#8a7a6c" fill-opacity=".6"/>`,
  })
  scene.shape(box(at - 6, top - 12, 66, 16), snow ? '#F4F3EC' : '#6E4A3B')
}

function roofOf(scene: Scene, { x, ground, wide, high, rise, form, roof, trim, snow }: Building): void {
  const top = ground - high
  const half = wide / 2
  const cover = snow ? '#EEF0EC' : roof
  if (form === 'flat') {
    scene.shape(box(x - half - 22, top - 40, wide + 44, 46), trim, {
      light: `<path d="${box(x - half - 22, top - 40, wide + 44, 8)}" fill="#fff3d6" fill-opacity=".5"/>`,
      shade: `<path d="${box(x - half - 22, top - 8, wide + 44, 16)}" fill="#7a6a58" fill-opacity=".6"/>`,
    })
    scene.shade(`<path d="${box(x - half, top + 6, wide, 22)}" fill="#7a6a58" fill-opacity=".5"/>`)
    return
  }
  if (form === 'long') {
    const d = polygon([
      [x - half - 50, top + 14],
      [x - half + rise * 0.5, top - rise],
      [x + half - rise * 0.5, top - rise],
      [x + half + 50, top + 14],
    ])
    let courses = ''
    for (let y = top - rise + 26; y < top + 10; y += 26)
      courses += line([
        [x - half - 50, y],
        [x + half + 50, y],
      ])
    scene.shape(d, cover, {
      paint: `<path d="${courses}" stroke="${lift(cover, -0.05)}" stroke-width="5" fill="none"/>`,
      stipple: `<rect x="${x - half - 60}" y="${top - rise}" width="${wide + 120}" height="${rise + 20}" fill="${scene.gradient(
        [x - half, top - rise],
        [x + half, top],
        [
          [0, '#4a4540', 0],
          [1, '#4a4540', 0.45],
        ],
      )}"/>`,
    })
    return
  }
  const eave = 64
  for (const [side, dark] of [
    [-1, 0],
    [1, 0.09],
  ] as const) {
    const d = polygon([
      [x, top - rise - 36],
      [x + side * (half + eave), top + 34],
      [x + side * (half + eave - 10), top + 62],
      [x, top - rise + 12],
    ])
    scene.shape(d, lift(cover, -dark), {
      light: side < 0 ? `<path d="${d}" fill="#fff3d6" fill-opacity=".14"/>` : '',
    })
  }
}

function cladding({ x, ground, wide, high, rise, cladding: kind, wall }: Building, random: Random): string {
  const left = x - wide / 2
  const top = ground - high - rise
  const step = { boards: 24, logs: 44, bricks: 22, shingles: 30 }[kind]
  let rows = ''
  let marks = ''
  for (let y = ground - step; y > top; y -= step) {
    rows += line([
      [left, y],
      [left + wide, y],
    ])
    if (kind === 'bricks' || kind === 'shingles')
      for (let at = left + random.between(0, 30); at < left + wide; at += random.between(38, 64))
        if (kind === 'shingles' || random.chance(0.45))
          marks += line([
            [at, y],
            [at, y + step],
          ])
  }
  const width = kind === 'logs' ? 9 : 4
  return `<path d="${rows}" fill="none" stroke="${lift(wall, -0.055)}" stroke-width="${width}"/><path d="${marks}" fill="none" stroke="${lift(wall, kind === 'bricks' ? 0.045 : -0.045)}" stroke-width="4"/>`
}

function pane(scene: Scene, x: number, y: number, wide: number, high: number, trim: string, random: Random): void {
  const left = x - wide / 2
  scene.shape(box(left - 13, y - 13, wide + 26, high + 26), trim)
  scene.shape(box(left, y, wide, high), glow, {
    paint: `<rect x="${left}" y="${y + high * 0.62}" width="${wide}" height="${high * 0.4}" fill="${mix(glow, '#B9703A', 0.45)}"/><path d="${ellipse(left + wide * random.between(0.3, 0.7), y + high * 0.66, 20, 17)}" fill="#6E4A38"/>`,
    light: `<path d="${box(left, y, wide * 0.35, high)}" fill="#fff" fill-opacity=".25"/>`,
  })
  for (const bar of [box(x - 4, y, 8, high), box(left, y + high * 0.4, wide, 7)]) scene.shape(bar, trim)
  scene.shape(box(left - 22, y + high + 12, wide + 44, 15), lift(trim, 0.03))
  scene.shade(`<path d="${box(left - 12, y + high + 27, wide + 24, 12)}" fill="#7a6a58" fill-opacity=".5"/>`)
}

function doorway(scene: Scene, x: number, ground: number, wide: number, high: number, door: string, trim: string) {
  scene.shape(box(x - wide / 2 - 13, ground - high - 13, wide + 26, high + 13), trim)
  scene.shape(box(x - wide / 2, ground - high, wide, high), door, {
    paint: `<path d="${box(x - wide * 0.34, ground - high * 0.9, wide * 0.68, high * 0.4)}" fill="${glow}"/><path d="${box(x - wide * 0.34, ground - high * 0.4, wide * 0.68, high * 0.3)}" fill="${lift(door, -0.05)}"/><circle cx="${x + wide * 0.38}" cy="${ground - high * 0.45}" r="6" fill="#E7C47E"/>`,
  })
  for (const [grow, y] of [
    [30, 0],
    [60, 20],
  ] as const)
    scene.shape(box(x - wide / 2 - grow, ground + y - 6, wide + grow * 2, 24), '#B7AB98', {
      light: `<path d="${box(x - wide / 2 - grow, ground + y - 6, wide + grow * 2, 6)}" fill="#fff" fill-opacity=".5"/>`,
    })
}

/** A board with a cup painted on it, on a bracket. */
function sign(scene: Scene, x: number, y: number, trim: string, wall: string): void {
  scene.shape(box(x - 6, y, 118, 8), '#3A302A')
  scene.shape(box(x + 14, y + 22, 88, 74), mix(trim, '#FBF8F1', 0.5), {
    paint: `<path d="M${x + 32} ${y + 46}H${x + 78}L${x + 70} ${y + 78}H${x + 40}Z" fill="${lift(wall, -0.25)}"/><path d="${ellipse(x + 82, y + 58, 9, 9)}" fill="none" stroke="${lift(wall, -0.25)}" stroke-width="5"/>`,
  })
  scene.shade(`<path d="${box(x + 20, y + 8, 4, 16)}${box(x + 92, y + 8, 4, 16)}" fill="#3A302A"/>`)
}

/** A lamp on a cord, with its light on the wall. */
export function lamp(scene: Scene, x: number, y: number, shade: string): void {
  scene.light(
    `<circle cx="${x}" cy="${y + 40}" r="330" fill="${scene.glow(x, y + 40, 330, [
      [0, '#ffdf9e', 0.5],
      [1, '#ffdf9e', 0],
    ])}"/>`,
  )
  scene.shape(box(x - 3, -10, 6, y - 50), '#2A2320')
  const d = polygon([
    [x - 34, y - 62],
    [x + 34, y - 62],
    [x + 96, y + 28],
    [x - 96, y + 28],
  ])
  scene.shape(d, shade, {
    stipple: `<path d="${box(x + 10, y - 70, 100, 110)}" fill="#4a3a30" fill-opacity=".3"/>`,
    light: `<path d="${line([
      [x - 24, y - 52],
      [x - 76, y + 20],
    ])}" stroke="#fff" stroke-width="9" stroke-opacity=".35" fill="none"/>`,
  })
  scene.light(`<path d="${ellipse(x, y + 30, 78, 12)}" fill="#fff0c0"/>`)
}

/** A chair seen from its side, facing right (1) or left (-1). */
export function chair(scene: Scene, x: number, foot: number, facing: 1 | -1, wood: string): void {
  const back = x - facing * 92
  const legs = `${box(back - 9, foot - 400, 18, 400)}${box(x + facing * 78 - 9, foot - 200, 18, 200)}`
  scene.shade(`<path d="${ellipse(x + 20, foot, 150, 16)}" fill="#6d5f50" fill-opacity=".5"/>`)
  scene.shape(legs, lift(wood, -0.05))
  scene.shape(box(x - 112, foot - 210, 224, 26), wood, {
    light: `<path d="${box(x - 112, foot - 210, 224, 6)}" fill="#fff0cf" fill-opacity=".6"/>`,
  })
  for (const y of [390, 340]) scene.shape(box(Math.min(back, back + facing * 26) - 4, foot - y, 34, 22), wood)
}

/** A table for two, seen from its side; things stand on it at `foot - 330`. */
export function roundTable(scene: Scene, x: number, foot: number, reach: number, wood: string): void {
  scene.shadow(ellipse(x + 60, foot + 6, reach * 0.9, 26), '#6a5a48', 16)
  scene.shape(box(x - 18, foot - 320, 36, 316), lift(wood, -0.08))
  scene.shape(ellipse(x, foot, reach * 0.42, 20), lift(wood, -0.1))
  scene.shape(
    `M${x - reach} ${foot - 330}A${reach} 40 0 0 0 ${x + reach} ${foot - 330}V${foot - 308}A${reach} 40 0 0 1 ${x - reach} ${foot - 308}Z`,
    lift(wood, -0.06),
  )
  scene.shape(ellipse(x, foot - 330, reach, 40), wood, {
    light: `<path d="${ellipse(x - reach * 0.3, foot - 338, reach * 0.5, 18)}" fill="#fff0cf" fill-opacity=".4"/>`,
  })
}
