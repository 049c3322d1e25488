import { lift, lightnessOf, mix } from '../colour.ts'
import { blob, curve, line, type Point, polygon, turn } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { type DrawLeaf, dropped, fallen, place, ribbon, spineOf } from './ribbon.ts'

/** Pieces: broken leaf, petals, flowers, cut roots, powder. */

export const broken: DrawLeaf = (scene, spot, colour, random) => {
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

/** A broad leaf or a petal, curled by drying. */
export const petal: DrawLeaf = (scene, spot, colour, random) => {
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
export const chip: DrawLeaf = (scene, spot, colour, random) => {
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

/** A little heap of powder seen from the side. */
export function powderMound(scene: Scene, x: number, y: number, reach: number, colour: string, random: Random): void {
  const ridge: Point[] = [
    [-1, 0],
    [-0.62, -0.13],
    [-0.3, -0.38],
    [-0.04, -0.5],
    [0.2, -0.42],
    [0.56, -0.16],
    [1, 0],
    [0.5, 0.1],
    [-0.5, 0.1],
  ]
  const heap = ridge.map(([px, py]): Point => [x + px * reach, y + py * reach + random.bell() * 3])
  const d = curve(heap, true)
  scene.shade(
    `<path d="${curve(
      heap.map(([px, py]): Point => [px + reach * 0.16, py + 8]),
      true,
    )}" fill="${fallen}" fill-opacity=".5"/>`,
  )
  scene.shape(d, colour, {
    shade: `<path d="${curve(
      [
        [x + reach * 0.02, y - reach * 0.54],
        [x + reach * 0.16, y - reach * 0.2],
        [x + reach * 0.02, y + reach * 0.14],
        [x + reach * 1.1, y + reach * 0.2],
        [x + reach, y - reach * 0.3],
      ],
      true,
    )}" fill="#6f8060" fill-opacity=".5"/>`,
    light: `<path d="${curve([
      [x - reach * 0.6, y - reach * 0.1],
      [x - reach * 0.28, y - reach * 0.32],
      [x - reach * 0.08, y - reach * 0.42],
    ])}" fill="none" stroke="#fff6c8" stroke-width="${reach * 0.09}" stroke-opacity=".3" stroke-linecap="round"/>`,
  })
  for (let index = 0; index < 46; index++) {
    const size = random.between(1.5, 4.5)
    const [px, py] = [x + random.bell() * reach * 1.15, y + reach * 0.06 + random.bell() * reach * 0.14]
    scene.shape(curve(blob(px, py, size, size * 0.6, 0.2, random.next, 6), true), lift(colour, random.bell() * 0.05))
  }
}
