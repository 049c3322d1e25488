import type { LeafShape } from '../../db/seed/shapes.ts'
import { lift, lightnessOf, mix } from './colour.ts'
import { blob, curve, line, type Point, polygon, turn } from './geometry.ts'
import type { Scene } from './plates.ts'
import type { Random } from './random.ts'

/** Single dry leaves, seen from above, lit from the upper left. */
export type Spot = { readonly x: number; readonly y: number; readonly angle: number; readonly scale: number }
export type DrawLeaf = (scene: Scene, spot: Spot, colour: string, random: Random) => void

/** Towards the light. */
const lamp: Point = [-0.6, -0.8]
const fallen = '#7E6A57'

const place = (points: readonly Point[], { x, y, angle, scale }: Spot): Point[] =>
  points.map((point) => {
    const [px, py] = turn([point[0] * scale, point[1] * scale], angle)
    return [x + px, y + py]
  })

const dropped = (points: readonly Point[], far: number): Point[] => points.map(([x, y]) => [x + far * 0.62, y + far])

type Ribbon = {
  readonly spine: readonly Point[]
  readonly wide: (along: number) => number
  readonly far?: number
  readonly vein?: string
  readonly veinWidth?: number
  readonly gloss?: number
}

/** A leaf with a spine: body, the half turned from the light in shade, a lit edge, perhaps a vein. */
function ribbon(scene: Scene, spot: Spot, colour: string, leaf: Ribbon): void {
  const spine = place(leaf.spine, spot)
  const last = spine.length - 1
  const normals = spine.map((_, index): Point => {
    const before = spine[Math.max(0, index - 1)]!
    const after = spine[Math.min(last, index + 1)]!
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    return [-dy / length, dx / length]
  })
  const middle = normals[last >> 1]!
  const lit = middle[0] * lamp[0] + middle[1] * lamp[1] > 0 ? 1 : -1
  const side = (sign: number, share: number): Point[] =>
    spine.map((point, index) => {
      const reach = leaf.wide(index / last) * spot.scale * share * sign
      return [point[0] + normals[index]![0] * reach, point[1] + normals[index]![1] * reach]
    })
  const bright = side(lit, 1)
  const dull = side(-lit, 1)
  const around = [...bright, ...[...dull].reverse()]
  const body = curve(around, true)
  scene.shade(
    `<path d="${curve(dropped(around, (leaf.far ?? 9) * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`,
  )
  scene.shape(body, colour)
  scene.shade(
    `<path d="${curve([...side(-lit, 0.12), ...[...dull].reverse()], true)}" fill="#5d6a70" fill-opacity=".5"/>`,
  )
  const gloss = leaf.gloss ?? 0.3
  scene.light(
    `<path d="${curve([...bright.slice(1, -1), ...side(lit, 0.45).slice(1, -1).reverse()], true)}" fill="#fff3d6" fill-opacity="${gloss * 0.6}"/>`,
  )
  if (leaf.vein) {
    scene.paint(
      `<path d="${curve(spine.slice(0, -1))}" fill="none" stroke="${leaf.vein}" stroke-width="${(leaf.veinWidth ?? 2) * spot.scale}" stroke-linecap="round"/>`,
    )
  }
}

/** A spine of given length that bends by `bend` (radians in all) and wavers. */
function spineOf(random: Random, length: number, bend: number, waver: number, steps = 7): Point[] {
  const points: Point[] = []
  let [x, y, angle] = [0, 0, -bend / 2]
  for (let index = 0; index < steps; index++) {
    points.push([x, y])
    x += (Math.cos(angle) * length) / (steps - 1)
    y += (Math.sin(angle) * length) / (steps - 1)
    angle += bend / (steps - 1) + random.bell() * waver
  }
  return points.map(([px, py]) => [px - x / 2, py - y / 2])
}

const spindle =
  (width: number, blunt = 0.5) =>
  (along: number) =>
    width * Math.max(0.06, Math.sin(Math.PI * Math.min(1, along * 0.94 + 0.04)) ** blunt)

const needle: DrawLeaf = (scene, spot, colour, random) =>
  ribbon(scene, spot, colour, {
    spine: spineOf(random, random.between(110, 185), random.bell() * 0.35, 0.05),
    wide: spindle(random.between(4.5, 7.5), 0.4),
    far: 7,
    gloss: random.between(0.25, 0.75),
  })

const bud: DrawLeaf = (scene, spot, colour, random) => {
  const width = random.between(10, 15)
  const length = random.between(105, 150)
  const spine = spineOf(random, length, random.bell() * 0.4, 0.03)
  ribbon(scene, spot, colour, {
    spine,
    wide: (along) => width * Math.max(0.08, Math.sin(Math.PI * Math.min(1, along ** 0.8 * 0.96 + 0.03)) ** 0.75),
    far: 10,
    gloss: 0.75,
  })
  // The scale that wraps a bud, and the silver down along it.
  const wrap = place(
    [
      ...spine.slice(0, 5),
      ...spine
        .slice(1, 4)
        .reverse()
        .map(([x, y]): Point => [x, y - width * 0.8]),
    ],
    spot,
  )
  scene.paint(`<path d="${curve(wrap, true)}" fill="${lift(colour, -0.12)}" fill-opacity=".55"/>`)
  let down = ''
  for (let index = 0; index < 9; index++) {
    const from = spine[random.whole(1, 4)]!
    const side = random.between(-0.55, 0.55) * width
    down += line(
      place(
        [
          [from[0], from[1] + side],
          [from[0] + random.between(12, 26), from[1] + side * 0.8],
        ],
        spot,
      ),
    )
  }
  scene.paint(
    `<path d="${down}" fill="none" stroke="${lift(colour, 0.16)}" stroke-width="${1.6 * spot.scale}" stroke-opacity=".8"/>`,
  )
}

const twist: DrawLeaf = (scene, spot, colour, random) => {
  const length = random.between(100, 190)
  const turns = random.between(1.2, 2.6)
  const phase = random.next() * Math.PI
  const width = random.between(7.5, 12)
  const spine = spineOf(random, length, random.bell() * 1.1, 0.2, 11)
  const wide = (along: number) =>
    width *
    (0.5 + 0.5 * Math.abs(Math.sin(phase + along * turns * Math.PI))) *
    Math.min(1, along * 6 + 0.15, (1 - along) * 5 + 0.1)
  ribbon(scene, spot, colour, { spine, wide, far: 9, gloss: random.between(0.2, 0.5) })
  // Where the strip turns over, its other face shows as a slanting crease.
  for (let index = 2; index < 9; index += random.whole(2, 3)) {
    const here = spine[index]!
    const next = spine[index + 1]!
    const reach = wide(index / 10) * 0.9
    const crease = place(
      [
        [here[0], here[1] - reach],
        [next[0] + 4, next[1] + reach],
        [next[0] - 4, next[1] + reach * 0.9],
      ],
      spot,
    )
    scene.paint(
      `<path d="${polygon(crease)}" fill="${lift(colour, random.chance(0.5) ? 0.1 : -0.09)}" fill-opacity=".8"/>`,
    )
  }
}

const flat: DrawLeaf = (scene, spot, colour, random) => {
  const length = random.between(125, 185)
  const width = random.between(11, 16.5)
  const bend = random.bell() * 0.22
  const blade = (share: number, swing: number, tone: string) =>
    ribbon(scene, { ...spot, angle: spot.angle + swing }, tone, {
      spine: spineOf(random, length * share, bend, 0.015),
      wide: (along) => width * share * Math.max(0.1, Math.sin(Math.PI * (0.1 + along * 0.88)) ** 0.55),
      far: 8,
      vein: lift(tone, 0.1),
      veinWidth: 2.2,
      gloss: 0.4,
    })
  if (random.chance(0.3)) blade(0.72, random.between(0.1, 0.18) * (random.chance(0.5) ? 1 : -1), lift(colour, -0.04))
  blade(1, 0, colour)
}

const thread: DrawLeaf = (scene, spot, colour, random) =>
  ribbon(scene, spot, colour, {
    spine: spineOf(random, random.between(34, 92), random.bell() * 0.3, 0.05, 5),
    wide: () => random.between(2.6, 4.4),
    far: 6,
    gloss: random.between(0.2, 0.6),
  })

const broken: DrawLeaf = (scene, spot, colour, random) => {
  const reach = random.between(10, 25)
  const flake = place(blob(0, 0, reach * random.between(1, 1.9), reach, 0.34, random.next, random.whole(5, 7)), spot)
  scene.shade(`<path d="${polygon(dropped(flake, 7 * spot.scale))}" fill="${fallen}" fill-opacity=".62"/>`)
  const d = polygon(flake)
  const middle = flake[0]!
  const far = flake[flake.length >> 1]!
  scene.shape(d, colour, {
    shade: `<path d="${d}" transform="translate(${5 * spot.scale} ${6 * spot.scale})" fill="#fff"/>`,
    paint: `<path d="${polygon([middle, far, flake[1]!])}" fill="${lift(colour, random.between(-0.09, 0.12))}"/>`,
    light: `<path d="${polygon([middle, flake[1]!, flake[2]!])}" fill="#ffe9c8" fill-opacity="${random.between(0, 0.22)}"/>`,
  })
}

const pearl: DrawLeaf = (scene, spot, colour, random) => {
  const radius = random.between(33, 42)
  const edge = place(blob(0, 0, radius, radius * 0.96, 0.035, random.next, 12), spot)
  scene.shade(`<path d="${curve(dropped(edge, 17 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  const wraps = random.whole(5, 7)
  const start = random.between(0, 3)
  let bands = ''
  for (let index = 0; index < wraps; index++) {
    // Every band is a strip that runs round the ball from one pole to the other.
    const bulge = (index / wraps) * 2 - 1
    const width = random.between(0.16, 0.3)
    const arc = (reach: number): Point[] =>
      Array.from({ length: 7 }, (_, step): Point => {
        const along = (step / 6) * Math.PI
        return [Math.cos(along) * radius * 0.98, Math.sin(along) * radius * reach * 0.98]
      })
    const strip = place(
      [...arc(bulge), ...arc(bulge + width).reverse()].map((point) => turn(point, start)),
      spot,
    )
    const tone = random.chance(0.4)
      ? lift(colour, random.between(0.12, 0.24))
      : lift(colour, random.between(-0.14, 0.02))
    bands += `<path d="${polygon(strip)}" fill="${tone}"/>`
  }
  const { x, y, scale } = spot
  scene.shape(curve(edge, true), colour, {
    paint: bands,
    shade:
      `<circle cx="${x}" cy="${y}" r="${radius * scale * 1.1}" fill="#51606a" fill-opacity=".72"/>` +
      `<circle cx="${x - radius * 0.3 * scale}" cy="${y - radius * 0.36 * scale}" r="${radius * 0.98 * scale}" fill="#fff"/>`,
    light: `<ellipse cx="${x - radius * 0.36 * scale}" cy="${y - radius * 0.44 * scale}" rx="${radius * 0.36 * scale}" ry="${radius * 0.22 * scale}" transform="rotate(-38 ${x - radius * 0.36 * scale} ${y - radius * 0.44 * scale})" fill="#fff4dc" fill-opacity=".42"/>`,
  })
}

const rolled: DrawLeaf = (scene, spot, colour, random) => {
  const reach = random.between(26, 39)
  const edge = place(blob(0, 0, reach * random.between(1, 1.3), reach, 0.17, random.next, 9), spot)
  if (random.chance(0.4)) {
    const stem = spineOf(random, random.between(40, 62), random.bell() * 1.2, 0.2, 6)
    const away = turn([reach + 10, 0], random.next() * 6.28)
    ribbon(scene, { ...spot, x: spot.x + away[0] * spot.scale, y: spot.y + away[1] * spot.scale }, lift(colour, 0.06), {
      spine: stem,
      wide: () => 4.2,
      far: 6,
    })
  }
  scene.shade(`<path d="${curve(dropped(edge, 15 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  const { x, y, scale } = spot
  let folds = ''
  for (let index = 0; index < 4; index++) {
    const fold = place(
      [
        turn([reach * 1.3, 0], index * 1.7 + random.next()),
        turn([reach * 0.5, 0], index * 1.7 + 0.9),
        [random.bell() * 6, random.bell() * 6],
        turn([reach * 1.1, 0], index * 1.7 + 2.2 + random.next()),
      ],
      spot,
    )
    const tone = lift(colour, index % 2 === 0 ? random.between(0.05, 0.15) : -random.between(0.05, 0.13))
    folds += `<path d="${curve(fold, true)}" fill="${tone}" fill-opacity=".75"/><path d="${curve(fold)}" fill="none" stroke="${lift(colour, -0.16)}" stroke-width="${2.4 * scale}" stroke-opacity=".7"/>`
  }
  scene.shape(curve(edge, true), colour, {
    paint: folds,
    shade:
      `<circle cx="${x}" cy="${y}" r="${reach * 1.6 * scale}" fill="#51606a" fill-opacity=".62"/>` +
      `<circle cx="${x - reach * 0.42 * scale}" cy="${y - reach * 0.48 * scale}" r="${reach * 1.14 * scale}" fill="#fff"/>`,
    light: `<ellipse cx="${x - reach * 0.4 * scale}" cy="${y - reach * 0.42 * scale}" rx="${reach * 0.4 * scale}" ry="${reach * 0.2 * scale}" transform="rotate(-40 ${x - reach * 0.4 * scale} ${y - reach * 0.42 * scale})" fill="#fff0d0" fill-opacity=".36"/>`,
  })
}

/** A broad leaf or a petal, curled by drying. */
const petal: DrawLeaf = (scene, spot, colour, random) => {
  const length = random.between(56, 104)
  const width = random.between(14, 25)
  ribbon(scene, spot, colour, {
    spine: spineOf(random, length, random.bell() * 0.9, 0.08),
    wide: (along) => width * Math.max(0.1, Math.sin(Math.PI * (0.06 + along * 0.9)) ** 0.6 * (0.55 + along * 0.5)),
    far: 10,
    vein: lift(colour, -0.06),
    veinWidth: 1.8,
    gloss: 0.5,
  })
}

/** A small dried flower head: a ring of petals round a dome. */
export const flower: DrawLeaf = (scene, spot, colour, random) => {
  const petals = random.whole(9, 13)
  const reach = random.between(38, 50)
  const pale = lightnessOf(colour) > 0.72 ? colour : lift(colour, 0.12)
  const ring = place(blob(0, 0, reach, reach, 0.1, random.next, 12), spot)
  scene.shade(`<path d="${curve(dropped(ring, 15 * spot.scale), true)}" fill="${fallen}" fill-opacity=".6"/>`)
  for (let index = 0; index < petals; index++) {
    const angle = (index / petals) * Math.PI * 2 + random.bell() * 0.1
    const [px, py] = turn([reach * 0.62 * spot.scale, 0], angle)
    ribbon(
      scene,
      { x: spot.x + px, y: spot.y + py, angle, scale: spot.scale },
      lift(pale, random.between(-0.04, 0.04)),
      {
        spine: spineOf(random, reach * 0.95, random.bell() * 0.5, 0.04, 5),
        wide: (along) => 8.5 * Math.max(0.3, Math.sin(Math.PI * (0.12 + along * 0.8)) ** 0.5),
        far: 4,
        gloss: 0.35,
      },
    )
  }
  const dome = place(blob(0, 0, reach * 0.36, reach * 0.36, 0.06, random.next, 10), spot)
  const { x, y, scale } = spot
  scene.shape(curve(dome, true), '#D9A02F', {
    shade: `<circle cx="${x + 6 * scale}" cy="${y + 7 * scale}" r="${reach * 0.36 * scale}" fill="#7d5a2c" fill-opacity=".45"/><circle cx="${x - 3 * scale}" cy="${y - 4 * scale}" r="${reach * 0.32 * scale}" fill="#fff"/>`,
    light: `<circle cx="${x - 4 * scale}" cy="${y - 5 * scale}" r="${5 * scale}" fill="#fff2c0" fill-opacity=".5"/>`,
  })
}

/** A crumpled flake with a fold. */
const flake: DrawLeaf = (scene, spot, colour, random) => {
  const reach = random.between(24, 44)
  const edge = place(blob(0, 0, reach * random.between(1, 1.5), reach * 0.8, 0.3, random.next, 9), spot)
  scene.shade(`<path d="${curve(dropped(edge, 12 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  const d = curve(edge, true)
  const [from, to] = [edge[0]!, edge[5]!]
  const bulge: Point = [(from[0] + to[0]) / 2 + random.bell() * 12, (from[1] + to[1]) / 2 + random.bell() * 12]
  scene.shape(d, colour, {
    paint: `<path d="${curve([from, bulge, to, edge[6]!, edge[7]!, edge[8]!], true)}" fill="${lift(colour, random.between(0.06, 0.14))}" fill-opacity=".85"/><path d="${curve([from, bulge, to])}" fill="none" stroke="${lift(colour, -0.12)}" stroke-width="${3 * spot.scale}"/>`,
    shade: `<path d="${d}" fill="#5d6a70" fill-opacity=".45"/><path d="${d}" transform="translate(${-6 * spot.scale} ${-8 * spot.scale})" fill="#fff"/>`,
  })
}

/** A cut piece of root or fruit; green and dark ones are flakes of leaf and flower among them. */
const chip: DrawLeaf = (scene, spot, colour, random) => {
  if (lightnessOf(colour) < 0.56) return flake(scene, spot, colour, random)
  const reach = random.between(20, 40)
  const face = place(blob(0, 0, reach * random.between(1, 1.6), reach, 0.2, random.next, random.whole(5, 8)), spot)
  const thick = random.between(5, 11) * spot.scale
  scene.shade(`<path d="${curve(dropped(face, thick + 9 * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`)
  scene.shape(
    curve(
      face.map(([x, y]): Point => [x + thick * 0.5, y + thick]),
      true,
    ),
    mix(lift(colour, -0.14), '#5b3f2c', 0.25),
  )
  const core = mix(lift(colour, 0.1), '#F3E2B8', 0.3)
  const inner = face.map(([x, y]): Point => [spot.x + (x - spot.x) * 0.62, spot.y + (y - spot.y) * 0.62])
  let fibres = ''
  for (let index = 0; index < 7; index++) {
    const from = inner[random.whole(0, inner.length - 1)]!
    const to: Point = [spot.x + random.bell() * 6, spot.y + random.bell() * 6]
    fibres += line([from, to])
  }
  scene.shape(curve(face, true), colour, {
    paint: `<path d="${curve(inner, true)}" fill="${core}" fill-opacity=".7"/><path d="${fibres}" fill="none" stroke="${lift(colour, -0.1)}" stroke-width="${1.8 * spot.scale}" stroke-opacity=".6"/>`,
    light: `<path d="${curve(face, true)}" fill="#fff0d0" fill-opacity=".26"/><path d="${curve(
      face.map(([x, y]): Point => [x + 4 * spot.scale, y + 5 * spot.scale]),
      true,
    )}" fill="#000"/>`,
  })
}

export const drawLeaf: Readonly<Record<LeafShape, DrawLeaf>> = {
  needles: needle,
  buds: bud,
  twists: twist,
  pearls: pearl,
  rolled,
  flat,
  broken,
  powder: broken,
  cake: twist,
  threads: thread,
  petals: petal,
  chips: chip,
}

/** How many leaves of a shape fill a square of 1000 by 1000 pixels three deep, at scale 1. */
export const thickness: Readonly<Record<LeafShape, number>> = {
  needles: 1100,
  buds: 560,
  twists: 800,
  pearls: 360,
  rolled: 420,
  flat: 560,
  broken: 1700,
  powder: 1700,
  cake: 900,
  threads: 2000,
  petals: 620,
  chips: 520,
}
