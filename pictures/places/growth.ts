import { lift, mix } from '../colour.ts'
import { curve, ellipse, line, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** Trees, bushes and flowers. */

/** A broad tree as a heap of round masses. */
export function tree(scene: Scene, x: number, y: number, tall: number, colour: string, random: Random): void {
  scene.shape(
    polygon([
      [x - tall * 0.035, y],
      [x + tall * 0.035, y],
      [x + tall * 0.02, y - tall * 0.5],
      [x - tall * 0.02, y - tall * 0.5],
    ]),
    mix(lift(colour, -0.12), '#4a3327', 0.5),
  )
  for (let index = 0; index < 7; index++) {
    const angle = (index / 7) * 6.28
    const [cx, cy] = [x + Math.cos(angle) * tall * 0.2, y - tall * 0.65 + Math.sin(angle) * tall * 0.17]
    const reach = tall * random.between(0.15, 0.22)
    const mass = Array.from({ length: 10 }, (_, corner): Point => {
      const a = (corner / 10) * 6.28
      const r = reach * random.between(0.88, 1.14)
      return [cx + Math.cos(a) * r, cy + Math.sin(a) * r * 0.86]
    })
    const d = curve(mass, true)
    scene.shape(d, lift(colour, random.bell() * 0.02), {
      shade: `<path d="${d}" fill="#5d7068" fill-opacity=".55"/><path d="${d}" transform="translate(${-reach * 0.3} ${-reach * 0.36})" fill="#fff"/>`,
      light: `<path d="${ellipse(cx - reach * 0.35, cy - reach * 0.4, reach * 0.4, reach * 0.26)}" fill="#fff0b8" fill-opacity=".24"/>`,
    })
  }
}

/** A pine with flat cloud-like layers, as painters like them. */
export function pine(scene: Scene, x: number, y: number, tall: number, colour: string, random: Random): void {
  const lean = random.between(-0.2, 0.2) * tall
  scene.paint(
    `<path d="${curve([
      [x, y],
      [x + lean * 0.25, y - tall * 0.4],
      [x + lean * 0.6, y - tall * 0.7],
      [x + lean, y - tall],
    ])}" fill="none" stroke="${mix(lift(colour, -0.1), '#4a3327', 0.6)}" stroke-width="${tall * 0.045}" stroke-linecap="round"/>`,
  )
  for (let index = 0; index < 5; index++) {
    const share = 0.42 + index * 0.14
    const [cx, cy] = [x + lean * share + (index % 2 ? 1 : -1) * tall * 0.14 * (1.1 - share), y - tall * share]
    const rx = tall * (0.32 - index * 0.04)
    const d = curve(
      [
        [cx - rx, cy + rx * 0.12],
        [cx - rx * 0.6, cy - rx * 0.2],
        [cx - rx * 0.1, cy - rx * 0.3],
        [cx + rx * 0.5, cy - rx * 0.22],
        [cx + rx, cy + rx * 0.1],
        [cx + rx * 0.4, cy + rx * 0.16],
        [cx - rx * 0.4, cy + rx * 0.17],
      ],
      true,
    )
    scene.shape(d, colour, {
      light: `<path d="${d}" fill="#fff0b8" fill-opacity=".16"/><path d="${d}" transform="translate(${rx * 0.06} ${rx * 0.1})" fill="#000"/>`,
    })
  }
}

export function bush(scene: Scene, x: number, y: number, size: number, colour: string, random: Random): void {
  let d = ''
  for (let index = 0; index < 11; index++) {
    const angle = -Math.PI * (0.1 + (index / 10) * 0.8)
    const long = size * random.between(1.2, 2.1)
    d += curve([
      [x, y],
      [x + Math.cos(angle) * long * 0.5, y + Math.sin(angle) * long * 0.6],
      [x + Math.cos(angle) * long, y + Math.sin(angle) * long],
    ])
  }
  scene.shade(
    `<path d="${ellipse(x + size * 0.8, y + size * 0.1, size * 1.6, size * 0.24)}" fill="#8a5a42" fill-opacity=".45"/>`,
  )
  scene.paint(
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${Math.max(3, size * 0.2)}" stroke-linecap="round"/>`,
  )
}

export function stem(
  scene: Scene,
  x: number,
  foot: number,
  wide: number,
  colour: string,
  layer: number,
  random: Random,
): void {
  const lean = random.bell() * wide * 2.4
  const tall = foot + 60
  const joints = 9
  for (let index = 0; index < joints; index++) {
    const [a, b] = [index / joints, (index + 1) / joints]
    const at = (share: number): number => x + lean * share * share
    const half = (share: number) => (wide / 2) * (1 - share * 0.35)
    const d = polygon([
      [at(a) - half(a), foot - tall * a],
      [at(a) + half(a), foot - tall * a],
      [at(b) + half(b), foot - tall * b],
      [at(b) - half(b), foot - tall * b],
    ])
    scene.shape(d, lift(colour, random.bell() * 0.014), {
      shade: `<path d="${polygon([
        [at(a) + half(a) * 0.2, foot - tall * a],
        [at(a) + half(a), foot - tall * a],
        [at(b) + half(b), foot - tall * b],
        [at(b) + half(b) * 0.2, foot - tall * b],
      ])}" fill="#6d8478" fill-opacity=".6"/>`,
      light: `<path d="${polygon([
        [at(a) - half(a) * 0.7, foot - tall * a],
        [at(a) - half(a) * 0.4, foot - tall * a],
        [at(b) - half(b) * 0.4, foot - tall * b],
        [at(b) - half(b) * 0.7, foot - tall * b],
      ])}" fill="#fff0c8" fill-opacity=".3"/>`,
    })
    scene.paint(
      `<path d="${line([
        [at(b) - half(b) * 1.1, foot - tall * b],
        [at(b) + half(b) * 1.1, foot - tall * b],
      ])}" fill="none" stroke="${lift(colour, -0.1)}" stroke-width="${Math.max(3, wide * 0.12)}"/>`,
    )
    if (index > 3)
      leafSpray(
        scene,
        at(b),
        foot - tall * b,
        wide * (2.2 - layer * 0.2),
        lift(colour, random.between(-0.02, 0.07)),
        random,
      )
  }
}

function leafSpray(scene: Scene, x: number, y: number, size: number, colour: string, random: Random): void {
  const side = random.pick([-1, 1])
  let d = ''
  for (let index = 0; index < 5; index++) {
    const angle = (side < 0 ? Math.PI : 0) + side * random.between(-0.4, 1)
    const long = size * random.between(1.1, 2)
    const [bx, by] = [x + side * size * random.between(0.2, 1.2), y + random.bell() * size * 0.5]
    const [cx, sx] = [Math.cos(angle), Math.sin(angle)]
    d += curve(
      [
        [bx, by],
        [bx + cx * long * 0.4 - sx * long * 0.09, by + sx * long * 0.4 + cx * long * 0.09],
        [bx + cx * long, by + sx * long],
        [bx + cx * long * 0.4 + sx * long * 0.09, by + sx * long * 0.4 - cx * long * 0.09],
      ],
      true,
    )
  }
  scene.paint(`<path d="${d}" fill="${colour}"/>`)
}

export function blossom(
  scene: Scene,
  x: number,
  y: number,
  reach: number,
  colour: string,
  heart: string,
  random: Random,
): void {
  if (reach < 6) {
    scene.paint(`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${reach.toFixed(1)}" fill="${colour}"/>`)
    return
  }
  const petals = 9
  const phase = random.next()
  let d = ''
  for (let index = 0; index < petals; index++) {
    const angle = phase + (index / petals) * 6.28
    const [cx, sx] = [Math.cos(angle), Math.sin(angle) * 0.7]
    d += curve(
      [
        [x, y],
        [x + cx * reach * 0.6 - sx * reach * 0.3, y + sx * reach * 0.6 + cx * reach * 0.22],
        [x + cx * reach * 1.15, y + sx * reach * 1.15],
        [x + cx * reach * 0.6 + sx * reach * 0.3, y + sx * reach * 0.6 - cx * reach * 0.22],
      ],
      true,
    )
  }
  scene.shape(d, colour)
  scene.shape(ellipse(x, y - reach * 0.06, reach * 0.34, reach * 0.27), heart)
}

/** A palm with a crown of arching fronds. */
export function palm(scene: Scene, x: number, y: number, tall: number, colour: string, random: Random): void {
  const lean = random.bell() * tall * 0.16
  const top: Point = [x + lean, y - tall * 0.74]
  scene.paint(
    `<path d="${curve([[x, y], [x + lean * 0.2, y - tall * 0.36], top])}" fill="none" stroke="${mix(lift(colour, -0.04), '#7A5638', 0.65)}" stroke-width="${tall * 0.036}" stroke-linecap="round"/>`,
  )
  for (let index = 0; index < 11; index++) {
    const angle = -Math.PI * (0.02 + (index / 10) * 0.96) + random.bell() * 0.08
    const long = tall * random.between(0.3, 0.38)
    const tip: Point = [
      top[0] + Math.cos(angle) * long,
      top[1] + Math.sin(angle) * long * 0.62 + long * 0.34 * Math.abs(Math.cos(angle)),
    ]
    const mid: Point = [top[0] + Math.cos(angle) * long * 0.55, top[1] + Math.sin(angle) * long * 0.62]
    const fat = long * 0.1
    scene.shape(
      curve([top, [mid[0], mid[1] - fat], tip, [mid[0], mid[1] + fat]], true),
      lift(colour, index % 2 ? 0.03 : -0.03),
    )
    scene.paint(
      `<path d="${curve([top, mid, tip])}" fill="none" stroke="${lift(colour, 0.09)}" stroke-width="${Math.max(2, tall * 0.006)}"/>`,
    )
  }
}

/** A spruce in tiers, with `snow` on them where it is given. */
export function spruce(
  scene: Scene,
  x: number,
  y: number,
  high: number,
  colour: string,
  snow: string | undefined,
  random: Random,
): void {
  for (let tier = 4; tier >= 0; tier--) {
    const top = y - high + (tier * high) / 5.6
    const reach = high * (0.1 + tier * 0.05)
    const drop = high * 0.26
    const d = curve(
      [
        [x, top],
        [x - reach * 0.5, top + drop * 0.66],
        [x - reach, top + drop],
        [x, top + drop * 0.86],
        [x + reach, top + drop],
        [x + reach * 0.5, top + drop * 0.62],
      ],
      true,
    )
    scene.shape(d, lift(colour, random.bell() * 0.01 - tier * 0.008), {
      light: `<path d="${d}" fill="#fff1cf" fill-opacity=".12"/><path d="${d}" transform="translate(${reach * 0.16} ${reach * 0.08})" fill="#000"/>`,
    })
    if (snow)
      scene.paint(
        `<path d="${curve(
          [
            [x, top],
            [x - reach * 0.5, top + drop * 0.6],
            [x - reach * 0.9, top + drop * 0.92],
            [x - reach * 0.3, top + drop * 0.66],
          ],
          true,
        )}" fill="${snow}" fill-opacity=".85"/>`,
      )
  }
}
