import { mix } from '../colour.ts'
import { curve, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { bush, palm } from './growth.ts'
import { fillBelow, mountain, ridge, sky, water } from './land.ts'
import { tableMountain } from './peaks.ts'
import { birds, boat, cube } from './people.ts'
import type { TimeOfDay } from './sky.ts'
import type { DrawLandscape } from './view.ts'

const sand = ['#E0B083', '#C98A5A', '#B5683F', '#9A5534']

/** Dry land: red hills with low bushes under a flat-topped mountain, or palms along a river. */
export const desertHills: DrawLandscape = (scene, view, random) => {
  const { width: w, height: h, unit: u } = scene
  const { hour, country } = view
  sky(scene, hour, random, h * 0.5)
  mountain(scene, ridge(w, h * 0.42, h * 0.035, 0.3, random), mix(hour.air, '#8E5A4A', 0.3), hour, 0.5, false)
  if (country === 'South Africa')
    tableMountain(scene, w * random.between(0.5, 0.72), h * 0.46, w * 0.36, h * 0.13, mix(hour.air, '#8E4F3C', 0.5))
  birds(scene, w * 0.34, h * 0.22, u * 0.018, mix(hour.land, '#5B2A26', 0.4), random)
  if (country === 'South Africa') dunes(scene, hour, 0, random)
  else oasis(scene, hour, country === 'Egypt', random)
}

function dune(scene: Scene, hour: TimeOfDay, layer: number, base: number, random: Random): void {
  const { width: w, height: h } = scene
  const points = ridge(w, base, h * 0.028, 0, random, 7)
  scene.shape(fillBelow(points, scene), mix(hour.air, sand[layer]!, 0.55 + layer * 0.14), {
    stipple: `<rect x="0" y="${base - h * 0.06}" width="${w}" height="${h * 0.3}" fill="${scene.gradient(
      [0, base - h * 0.04],
      [w, base + h * 0.16],
      [
        [0, '#7a4a35', 0],
        [0.6, '#7a4a35', 0.06],
        [1, '#7a4a35', 0.4],
      ],
    )}"/>`,
    light: `<path d="${curve(points.map(([x, y]): Point => [x, y + 4]))}" fill="none" stroke="#ffe9b8" stroke-width="9" stroke-opacity=".4"/>`,
  })
}

function dunes(scene: Scene, hour: TimeOfDay, from: number, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  for (let layer = from; layer < 4; layer++) {
    const base = h * (0.5 + layer * 0.13)
    dune(scene, hour, layer, base, random)
    const places = Array.from({ length: 10 + layer * 10 }, () => h * random.between(0.03, 0.13)).sort((a, b) => a - b)
    for (const y of places)
      bush(
        scene,
        random.next() * w,
        base + y,
        u * (0.014 + layer * 0.016),
        mix(hour.air, random.pick(['#5E7040', '#7A7B42', '#8C5A34']), 0.5 + layer * 0.15),
        random,
      )
  }
}

function oasis(scene: Scene, hour: TimeOfDay, river: boolean, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  dune(scene, hour, 0, h * 0.48, random)
  dune(scene, hour, 1, h * 0.54, random)
  for (const [at, y, size] of [
    [0.16, 0.585, 0.15],
    [0.29, 0.59, 0.11],
    [0.7, 0.575, 0.1],
    [0.8, 0.588, 0.16],
  ] as const)
    cube(scene, w * at, h * y, u * size, mix(hour.air, '#D9A06A', 0.75))
  for (let index = 0; index < 9; index++)
    palm(
      scene,
      w * ((index + 0.5) / 9 + random.bell() * 0.05),
      h * random.between(0.59, 0.61),
      h * random.between(0.09, 0.17),
      mix(hour.air, '#4E6B3E', 0.7),
      random,
    )
  if (river) {
    water(
      scene,
      `M-20 ${h * 0.605}H${w + 20}V${h * 0.82}H-20Z`,
      mix(hour.sky[0], '#2F6A78', 0.5),
      h * 0.6,
      h * 0.82,
      random,
    )
    boat(scene, w * 0.62, h * 0.69, u * 0.16, hour)
  }
  dune(scene, hour, 2, h * (river ? 0.8 : 0.66), random)
  for (let index = 0; index < 26; index++)
    bush(
      scene,
      random.next() * w,
      h * (river ? 0.85 : 0.71) + h * 0.14 * (index / 26),
      u * (0.026 + index * 0.001),
      mix('#6E7F42', '#8C5A34', random.next() * 0.5),
      random,
    )
  palm(scene, w * random.pick([0.1, 0.9]), h * 0.94, h * 0.52, '#4B6638', random)
}
