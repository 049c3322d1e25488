import { lift } from '../colour.ts'
import { curve, line, type Point, polygon } from '../geometry.ts'
import { type DrawLeaf, place, ribbon, spindle, spineOf } from './ribbon.ts'

/** Long leaves: needles, buds, twists, blades, threads. */

export const needle: DrawLeaf = (scene, spot, colour, random) =>
  ribbon(scene, spot, colour, {
    spine: spineOf(random, random.between(110, 185), random.bell() * 0.35, 0.05),
    wide: spindle(random.between(4.5, 7.5), 0.4),
    far: 7,
    gloss: random.between(0.25, 0.75),
  })

export const bud: DrawLeaf = (scene, spot, colour, random) => {
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

export const twist: DrawLeaf = (scene, spot, colour, random) => {
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

export const flat: DrawLeaf = (scene, spot, colour, random) => {
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

export const thread: DrawLeaf = (scene, spot, colour, random) =>
  ribbon(scene, spot, colour, {
    spine: spineOf(random, random.between(34, 92), random.bell() * 0.3, 0.05, 5),
    wide: () => random.between(2.6, 4.4),
    far: 6,
    gloss: random.between(0.2, 0.6),
  })
