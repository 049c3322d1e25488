import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point, type Profile } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { dip, flat, mouth, rings, type Skin, specks, surface, thrown } from './glaze.ts'

/** Cups and bowls. Each stands with its foot at (0, 0) in its own frame. */
type CupColours = readonly [string, string]
export type DrawCup = (scene: Scene, colours: CupColours, random: Random, liquor?: string) => void

export const teacup: DrawCup = (scene, [main, second], _random, liquor) => {
  const profile: Profile = [
    { y: -260, r: 205 },
    { y: -200, r: 192 },
    { y: -110, r: 160 },
    { y: -45, r: 112 },
    { y: -16, r: 84 },
    { y: 0, r: 82 },
  ]
  const band = `<path d="M-196 -214A196 ${196 * flat} 0 0 0 196 -214" fill="none" stroke="${second}" stroke-width="9"/><path d="M-190 -194A190 ${190 * flat} 0 0 0 190 -194" fill="none" stroke="${second}" stroke-width="3"/>`
  thrown(scene, profile, main, 'porcelain', band)
  mouth(scene, -260, 205, main, liquor)
}

/** A straight cup for everyday tea, half dipped in a second glaze. */
export const yunomi: DrawCup = (scene, [main, second], random, liquor) => {
  const profile: Profile = [
    { y: -330, r: 172 },
    { y: -240, r: 178 },
    { y: -120, r: 176 },
    { y: -40, r: 158 },
    { y: -14, r: 112 },
    { y: 0, r: 108 },
  ]
  thrown(
    scene,
    profile,
    main,
    'stoneware',
    specks(190, -340, 90, lift(main, -0.25), random) +
      rings(profile, 5, lift(main, -0.08)) +
      dip(profile, 0.42, second, random),
  )
  mouth(scene, -330, 172, second, liquor)
}

/** A wide bowl for whisked tea. */
export const chawan: DrawCup = (scene, [main, second], random, liquor) => {
  const profile: Profile = [
    { y: -300, r: 292 },
    { y: -230, r: 288 },
    { y: -130, r: 262 },
    { y: -62, r: 196 },
    { y: -34, r: 120 },
    { y: -14, r: 112 },
    { y: 0, r: 116 },
  ]
  thrown(
    scene,
    profile,
    main,
    'stoneware',
    specks(300, -320, 140, lift(main, -0.22), random) +
      rings(profile, 4, lift(main, -0.09)) +
      dip(profile, 0.5, second, random),
  )
  mouth(scene, -300, 292, second, liquor, 0.34)
  if (liquor) foam(scene, -300, 292, liquor, random)
}

/** Froth on whisked tea. */
function foam(scene: Scene, y: number, reach: number, liquor: string, random: Random): void {
  let bubbles = ''
  for (let index = 0; index < 130; index++) {
    const angle = random.next() * 6.28
    const far = Math.sqrt(random.next()) * 0.84
    const size = random.between(2, 8)
    bubbles += ellipse(
      Math.cos(angle) * far * reach * 0.93,
      y + reach * flat * (0.34 + Math.sin(angle) * far * 0.72),
      size,
      size * 0.5,
    )
  }
  scene.clipped(ellipse(0, y + 1, reach * 0.95, reach * flat * 0.88), () => {
    scene.paint(`<path d="${bubbles}" fill="${lift(mix(liquor, '#F3F0C0', 0.5), 0.06)}" fill-opacity=".8"/>`)
  })
}

export const tastingCup: DrawCup = (scene, [main, second], _random, liquor) => {
  const profile: Profile = [
    { y: -150, r: 124 },
    { y: -100, r: 112 },
    { y: -52, r: 88 },
    { y: -18, r: 58 },
    { y: -8, r: 48 },
    { y: 0, r: 50 },
  ]
  thrown(
    scene,
    profile,
    main,
    'porcelain',
    `<path d="M-124 -148A124 ${124 * flat} 0 0 0 124 -148" fill="none" stroke="${second}" stroke-width="8"/>`,
  )
  mouth(scene, -150, 124, main, liquor)
}

/** A clear glass: the tea shows through its wall. */
export const glassCup: DrawCup = (scene, [main], _random, liquor) => {
  const profile: Profile = [
    { y: -300, r: 190 },
    { y: -180, r: 186 },
    { y: -80, r: 166 },
    { y: -30, r: 128 },
    { y: 0, r: 96 },
  ]
  glassBody(scene, profile, mix(main, '#EEF3EE', 0.7), liquor, 0.2)
}

/** Glass of any profile, filled up to `level` (share of the height left empty). */
export function glassBody(
  scene: Scene,
  profile: Profile,
  tone: string,
  liquor: string | undefined,
  level: number,
): void {
  const top = profile[0]!
  const foot = profile[profile.length - 1]!
  const reach = Math.max(...profile.map(({ r }) => r))
  const skin: Skin = 'glass'
  const fill = top.y + (foot.y - top.y) * level
  const inner: Profile = profile.map(({ y, r }) => ({ y: Math.min(y, foot.y - 16), r: Math.max(6, r - 13) }))
  const d = thrown(scene, profile, tone, skin)
  if (liquor) {
    const rowReach =
      profile.reduce((best, step) => (Math.abs(step.y - fill) < Math.abs(best.y - fill) ? step : best)).r - 13
    const body = [{ y: fill, r: rowReach }, ...inner.filter(({ y }) => y > fill + 8)]
    scene.clipped(d, () => {
      const left: Point[] = body.map(({ y, r }): Point => [-r, y])
      const right: Point[] = [...body].reverse().map(({ y, r }): Point => [r, y])
      const low = body[body.length - 1]!
      const tea = `${curve(left)}A${low.r} ${low.r * flat} 0 0 0 ${low.r} ${low.y}${curve(right).replace(/^M/, 'L')}Z`
      scene.shape(tea, liquor, {
        paint: `<path d="${tea}" fill="${scene.gradient(
          [-reach, fill],
          [reach, foot.y],
          [
            [0, lift(liquor, -0.05)],
            [0.4, liquor],
            [1, lift(mix(liquor, '#FFE6A0', 0.25), 0.06)],
          ],
        )}"/>`,
        light: `<path d="${ellipse(reach * 0.35, foot.y - (foot.y - fill) * 0.25, reach * 0.34, (foot.y - fill) * 0.2)}" fill="#ffe9a8" fill-opacity=".35"/>`,
      })
      const face = ellipse(0, fill, rowReach, rowReach * flat)
      surface(scene, face, fill, rowReach, rowReach * flat, lift(liquor, 0.04))
    })
  }
  const rim = ellipse(0, top.y, top.r, top.r * flat)
  scene.light(
    `<path d="${rim}${ellipse(0, top.y + 1, top.r - 7, top.r * flat - 5)}" fill-rule="evenodd" fill="#fff" fill-opacity=".75"/>` +
      `<path d="${curve(profile.map(({ y, r }): Point => [-r + 4, y]))}" fill="none" stroke="#fff" stroke-width="6" stroke-opacity=".6"/>` +
      `<path d="${curve(profile.slice(0, -1).map(({ y, r }): Point => [-r * 0.74, y + 30]))}" fill="none" stroke="#fff" stroke-width="16" stroke-opacity=".45" stroke-linecap="round"/>` +
      `<path d="${curve(profile.slice(0, -1).map(({ y, r }): Point => [r * 0.86, y + 40]))}" fill="none" stroke="#fff" stroke-width="5" stroke-opacity=".5" stroke-linecap="round"/>`,
  )
  scene.shade(
    `<path d="${rim}" fill="none" stroke="#8b958f" stroke-width="2.5" stroke-opacity=".6"/><path d="${d}" fill="none" stroke="#8b958f" stroke-width="3" stroke-opacity=".55"/>`,
  )
}

/** A saucer seen from slightly above, under whatever stands at (0, 0). */
export function saucer(scene: Scene, reach: number, colour: string, line: string): void {
  scene.shape(ellipse(0, 16, reach, reach * flat * 1.15), lift(colour, -0.08))
  scene.shape(ellipse(0, 2, reach, reach * flat * 1.15), colour, {
    paint: `<path d="${ellipse(0, 2, reach * 0.93, reach * flat * 1.06)}" fill="none" stroke="${line}" stroke-width="5"/>`,
    stipple: `<path d="${ellipse(0, 0, reach, reach * flat * 1.15)}" fill="${scene.gradient(
      [-reach, 0],
      [reach, 0],
      [
        [0, '#594c48', 0],
        [0.5, '#594c48', 0.06],
        [1, '#594c48', 0.5],
      ],
    )}"/>`,
    light: `<path d="${ellipse(0, 2, reach, reach * flat * 1.15)}${ellipse(4, 5, reach * 0.985, reach * flat * 1.1)}" fill-rule="evenodd" fill="#fff" fill-opacity=".6"/>`,
    shade: `<path d="${ellipse(reach * 0.14, 6, reach * 0.56, reach * flat * 0.55)}" fill="#6d5f50" fill-opacity=".45"/>`,
  })
}
