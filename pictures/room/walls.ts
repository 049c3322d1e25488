import { isWarm, lift, mix, type Tint } from '../colour.ts'
import { box, curve, ellipse, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** What is behind the table: fallen window light, a round window, a niche, a scroll. */

export type Wall = 'window' | 'moon' | 'plain' | 'arch' | 'scroll'

export const walls: readonly Wall[] = ['window', 'moon', 'plain', 'arch', 'scroll', 'window']

type Hang = (scene: Scene, tint: Tint, random: Random, tableAt: number) => void

/** Light of a window with its bars, fallen slanting on the wall. */
const windowLight: Hang = (scene, tint, random, tableAt) => {
  const { width } = scene
  const x = width * random.between(0.06, 0.16)
  const wide = width * 0.24
  const y = random.between(90, 170)
  const tall = (tableAt - y) * 0.36
  let panes = ''
  for (let column = 0; column < 2; column++) {
    for (let row = 0; row < 2; row++) {
      const left = x + column * (wide + 26)
      const top = y + row * (tall + 24) + column * 40
      panes += polygon([
        [left + row * 60, top],
        [left + wide + row * 60, top + 38],
        [left + wide + row * 60 + 52, top + tall + 38],
        [left + row * 60 + 52, top + tall],
      ])
    }
  }
  scene.paint(`<path d="${panes}" fill="${mix(tint.wall, '#FFF6DC', 0.55)}"/>`)
  // A branch outside throws its shadow through the panes.
  const branch: Point[] = [
    [x - 80, y + tall * 1.5],
    [x + wide * 0.7, y + tall * 1.15],
    [x + wide * 1.9, y + tall * 0.35],
  ]
  let leaves = ''
  for (let index = 0; index < 15; index++) {
    const share = index / 14
    const lx = x + share * wide * 1.9
    const ly = y + tall * (1.45 - share * 1.05) + random.bell() * 20
    const angle = random.between(-2.4, 0.6)
    const reach = random.between(60, 105)
    const tip: Point = [lx + Math.cos(angle) * reach, ly + Math.sin(angle) * reach]
    const side: Point = [Math.cos(angle + 1.57) * reach * 0.22, Math.sin(angle + 1.57) * reach * 0.22]
    const mid: Point = [(lx + tip[0]) / 2, (ly + tip[1]) / 2]
    leaves += curve([[lx, ly], [mid[0] + side[0], mid[1] + side[1]], tip, [mid[0] - side[0], mid[1] - side[1]]], true)
  }
  const clip = scene.define((id) => `<clipPath id="${id}"><path d="${panes}"/></clipPath>`)
  scene.paint(
    `<g clip-path="${clip}" fill="${mix(tint.wall, lift(tint.wall, -0.05), 0.5)}"><path d="${leaves}"/><path d="${curve(branch)}" fill="none" stroke="${lift(tint.wall, -0.025)}" stroke-width="11"/></g>`,
  )
}

/** A round garden window with hills behind it. */
const moonWindow: Hang = (scene, tint, random, tableAt) => {
  const size = tableAt / 1085
  const x = scene.width / 2 + random.pick([-190, 190]) * (scene.width / 1200)
  const y = 470 * size
  const reach = random.between(330, 370) * size
  const rim = lift(tint.wall, -0.06)
  scene.paint(`<path d="${ellipse(x, y, reach + 26, reach + 26)}" fill="${rim}"/>`)
  scene.light(
    `<path d="${ellipse(x + 3, y + 3, reach + 24, reach + 24)}${ellipse(x - 4, y - 5, reach + 20, reach + 20)}" fill-rule="evenodd" fill="#fff" fill-opacity=".35"/>`,
  )
  const sky = mix(tint.wall, '#FFF8E4', 0.72)
  const disc = ellipse(x, y, reach, reach)
  scene.shape(disc, sky)
  scene.clipped(disc, () => {
    scene.paint(
      `<circle cx="${x + reach * random.between(-0.5, 0.5)}" cy="${y - reach * 0.42}" r="${reach * 0.16}" fill="${mix(warm(tint.spark), sky, 0.3)}"/>`,
    )
    for (let layer = 0; layer < 4; layer++) {
      const base = y + reach * (-0.15 + layer * 0.26)
      const ridge: Point[] = Array.from(
        { length: 9 },
        (_, index): Point => [
          x - reach * 1.1 + (index / 8) * reach * 2.2,
          base + random.bell() * reach * (0.2 - layer * 0.025),
        ],
      )
      const d = `${curve(ridge)}L${x + reach * 1.2} ${y + reach * 1.2}L${x - reach * 1.2} ${y + reach * 1.2}Z`
      scene.paint(`<path d="${d}" fill="${mix(sky, tint.deep, 0.14 + layer * 0.13)}"/>`)
      scene.light(`<path d="${d}" fill="#000"/>`)
    }
  })
  scene.shade(
    `<path d="${disc}${ellipse(x + 16, y + 18, reach, reach)}" fill-rule="evenodd" fill="#9a9486" fill-opacity=".5" clip-path="${scene.define((id) => `<clipPath id="${id}"><path d="${disc}"/></clipPath>`)}"/>`,
  )
}

/** A sun is never green. */
const warm = (colour: string): string => (isWarm(colour) ? colour : '#D9823B')

/** A niche with a round head. */
const arch: Hang = (scene, tint, random, tableAt) => {
  const size = tableAt / 1085
  const x = scene.width / 2 + random.bell() * 30
  const wide = random.between(390, 440) * size
  const top = 560 * size
  const d = `M${x - wide} ${tableAt}V${top}A${wide} ${wide} 0 0 1 ${x + wide} ${top}V${tableAt}Z`
  scene.shape(d, mix(lift(tint.wall, -0.045), tint.other, 0.18), {
    shade: `<path d="${d}" fill="#8d8272" fill-opacity=".42"/><path d="${d}" transform="translate(44 40)" fill="#fff"/>`,
    stipple: `<path d="${d}" fill="${scene.gradient(
      [x - wide, top - wide],
      [x + wide, tableAt],
      [
        [0, '#7d7468', 0.42],
        [0.45, '#7d7468', 0],
        [1, '#7d7468', 0.08],
      ],
    )}"/>`,
  })
  scene.light(
    `<path d="M${x + wide + 3} ${tableAt}V${top}A${wide} ${wide} 0 0 0 ${x} ${top - wide}" fill="none" stroke="#fff" stroke-width="6" stroke-opacity=".4"/>`,
  )
}

const plain: Hang = (scene, tint, _random, tableAt) => {
  const at = tableAt * 0.52
  scene.paint(`<rect y="${at}" width="${scene.width}" height="${tableAt - at}" fill="${lift(tint.wall, -0.035)}"/>`)
  scene.paint(`<rect y="${at}" width="${scene.width}" height="9" fill="${mix(tint.wall, '#ffffff', 0.4)}"/>`)
}

/** A hanging scroll with hills, partly out of the picture. */
const scroll: Hang = (scene, tint, random) => {
  const left = random.chance(0.5)
  const x = left ? 90 : 770
  const [wide, top, tall] = [340, 60, 860]
  scene.shadow(box(x + 22, top + 30, wide, tall), '#8a8172', 18)
  scene.shape(box(x, top, wide, tall), mix(tint.deep, tint.wall, 0.45))
  const sheet = box(x + 34, top + 70, wide - 68, tall - 160)
  const sky = mix('#FBF6E6', tint.wall, 0.2)
  scene.shape(sheet, sky)
  scene.clipped(sheet, () => {
    scene.paint(`<circle cx="${x + wide * 0.62}" cy="${top + 210}" r="42" fill="${mix(warm(tint.spark), sky, 0.25)}"/>`)
    for (let layer = 0; layer < 5; layer++) {
      const base = top + 340 + layer * 105
      const ridge: Point[] = Array.from(
        { length: 6 },
        (_, index): Point => [x + (index / 5) * wide, base + random.bell() * 80],
      )
      scene.paint(
        `<path d="${curve(ridge)}L${x + wide} ${top + tall}L${x} ${top + tall}Z" fill="${mix(sky, tint.deep, 0.16 + layer * 0.12)}"/>`,
      )
    }
  })
  scene.shape(box(x - 16, top + tall - 16, wide + 32, 30, 12), '#6B4A33')
  scene.shape(box(x - 8, top - 12, wide + 16, 20, 8), '#6B4A33')
}

export const hangings: Readonly<Record<Wall, Hang>> = { window: windowLight, moon: moonWindow, plain, arch, scroll }
