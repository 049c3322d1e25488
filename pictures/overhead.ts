import type { LeafShape, TeaKind } from '../db/seed/types.ts'
import { lift, mix, type Tint } from './colour.ts'
import { box, curve, ellipse, type Point, turn } from './geometry.ts'
import { scatter } from './leaf/scatter.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'

export type Overhead = {
  readonly kind: TeaKind
  readonly leaf: LeafShape
  readonly colours: readonly [string, string]
  readonly liquor: string
  readonly tint: Tint
  readonly flowers?: boolean
}

/** A kind of tea from straight above: the poured cup, and a drift of its leaf. */
export function overheadScene(picture: Overhead, format: 'portrait' | 'landscape', random: Random): Scene {
  const scene = format === 'portrait' ? new Scene(1200, 1500) : new Scene(1200, 900)
  const { width: w, height: h } = scene
  const { tint } = picture
  scene.paint(`<rect width="${w}" height="${h}" fill="${tint.wall}"/>`)
  scene.stipple(
    `<rect width="${w}" height="${h}" fill="${scene.gradient(
      [0, 0],
      [w, h],
      [
        [0, '#7d6f62', 0],
        [0.6, '#7d6f62', 0],
        [1, '#7d6f62', 0.4],
      ],
    )}"/>`,
  )
  // A strip of cloth runs under everything.
  const strip = format === 'portrait' ? box(150, -20, 620, h + 40) : box(-20, 190, w + 40, 520)
  const cloth = mix(tint.table, tint.other, 0.35)
  scene.shadow(strip, '#9a8c78', 12)
  scene.shape(strip, cloth, {
    paint:
      format === 'portrait'
        ? `<path d="${box(186, -20, 14, h + 40)}${box(214, -20, 5, h + 40)}${box(720, -20, 14, h + 40)}${box(701, -20, 5, h + 40)}" fill="${tint.deep}" fill-opacity=".7"/>`
        : `<path d="${box(-20, 222, w + 40, 14)}${box(-20, 248, w + 40, 5)}${box(-20, 664, w + 40, 14)}${box(-20, 647, w + 40, 5)}" fill="${tint.deep}" fill-opacity=".7"/>`,
  })
  const spread = format === 'portrait' ? 1 : 0.8
  const drift = (x: number, y: number) => {
    const along =
      format === 'portrait' ? (w - x) / w + (h * 0.62 - y) / h : x / w - 0.1 - Math.abs(y - h * 0.2) / h / 1.6
    const edge = along - (format === 'portrait' ? 0.72 : 0.42) + Math.sin(x / 90) * 0.02 + Math.sin(y / 70) * 0.02
    return edge > 0.12 ? 1 : edge > 0 ? 0.25 + edge * 6 : edge > -0.07 ? 0.05 : 0
  }
  scatter(
    scene,
    { leaf: picture.leaf, colours: picture.colours, tint, setting: 'sweep', flowers: picture.flowers ?? false },
    random,
    drift,
    1.15 * spread,
    [-40, -40, w + 80, h + 80],
  )
  const [x, y] = format === 'portrait' ? [500, 985] : [400, 470]
  cupFromAbove(scene, x, y, spread * 345, picture, random)
  return scene
}

/** Cup and saucer seen from the ceiling. */
function cupFromAbove(
  scene: Scene,
  x: number,
  y: number,
  reach: number,
  { tint, liquor, leaf, colours }: Overhead,
  random: Random,
): void {
  const white = mix('#F8F4EA', tint.other, 0.06)
  const circle = (cx: number, cy: number, r: number) => ellipse(cx, cy, r, r)
  scene.shadow(circle(x + reach * 0.13, y + reach * 0.2, reach * 1.02), '#84765f', 22)
  scene.shape(circle(x, y, reach), white, {
    paint: `<path d="${circle(x, y, reach * 0.94)}" fill="none" stroke="${tint.deep}" stroke-width="${reach * 0.022}"/><path d="${circle(x, y, reach * 0.62)}" fill="none" stroke="${lift(white, -0.07)}" stroke-width="${reach * 0.02}"/>`,
    stipple: `<path d="${circle(x, y, reach)}" fill="${scene.gradient(
      [x - reach, y - reach],
      [x + reach, y + reach],
      [
        [0, '#7d7468', 0],
        [0.55, '#7d7468', 0.04],
        [1, '#7d7468', 0.5],
      ],
    )}"/>`,
    light: `<path d="${circle(x, y, reach)}${circle(x + reach * 0.014, y + reach * 0.018, reach * 0.985)}" fill-rule="evenodd" fill="#fff" fill-opacity=".8"/>`,
    shade: `<path d="${circle(x + reach * 0.1, y + reach * 0.15, reach * 0.66)}" fill="#8d8272" fill-opacity=".5"/>`,
  })
  const cup = reach * 0.62
  scene.shape(circle(x, y, cup), white, {
    light: `<path d="${circle(x, y, cup)}${circle(x + 5, y + 6, cup * 0.98)}" fill-rule="evenodd" fill="#fff" fill-opacity=".8"/>`,
    stipple: `<path d="${circle(x, y, cup)}" fill="${scene.gradient(
      [x - cup, y - cup],
      [x + cup, y + cup],
      [
        [0, '#7d7468', 0.45],
        [0.5, '#7d7468', 0.05],
        [1, '#7d7468', 0],
      ],
    )}"/>`,
  })
  const tea = cup * 0.9
  scene.shape(circle(x, y, tea), liquor, {
    paint: `<path d="${circle(x, y, tea)}" fill="${scene.glow(x + tea * 0.12, y + tea * 0.16, tea, [
      [0, lift(mix(liquor, '#FFE9A8', 0.22), 0.05)],
      [0.6, liquor],
      [0.9, lift(liquor, -0.07)],
      [1, lift(liquor, -0.02)],
    ])}"/>`,
    shade: `<path d="${circle(x, y, tea)}${circle(x + tea * 0.07, y + tea * 0.09, tea)}" fill-rule="evenodd" fill="#6d5a45" fill-opacity=".55"/>`,
    light:
      `<path d="${pane(x, y, tea, -2.5, 0.45)}${pane(x, y, tea, -1.95, 0.3)}" fill="#fff8e4" fill-opacity=".55"/>` +
      `<path d="${circle(x, y, tea)}${circle(x - tea * 0.012, y - tea * 0.016, tea * 0.97)}" fill-rule="evenodd" fill="#ffefc0" fill-opacity=".6"/>`,
  })
  if (leaf !== 'powder') floating(scene, x, y, tea, colours[0], random)
}

/** A bent pane of window light on a round surface. */
function pane(x: number, y: number, reach: number, angle: number, wide: number): string {
  const at = (a: number, r: number): Point => [x + Math.cos(a) * reach * r, y + Math.sin(a) * reach * r]
  return curve(
    [
      at(angle, 0.88),
      at(angle + wide / 2, 0.89),
      at(angle + wide, 0.88),
      at(angle + wide, 0.62),
      at(angle + wide / 2, 0.63),
      at(angle, 0.62),
    ],
    true,
  )
}

/** One opened leaf that came along with the pour. */
function floating(scene: Scene, x: number, y: number, reach: number, colour: string, random: Random): void {
  const angle = random.between(0.2, 1.2)
  const [lx, ly] = [x + reach * 0.25, y + reach * 0.38]
  const shape = (
    [
      [-0.24, 0],
      [-0.06, -0.1],
      [0.14, -0.08],
      [0.3, 0],
      [0.14, 0.08],
      [-0.06, 0.1],
    ] as Point[]
  ).map((point): Point => {
    const [px, py] = turn([point[0] * reach, point[1] * reach], angle)
    return [lx + px, ly + py]
  })
  scene.shade(`<path d="${curve(shape, true)}" transform="translate(8 11)" fill="#6d5a45" fill-opacity=".5"/>`)
  scene.shape(curve(shape, true), mix(colour, '#55703B', 0.55), {
    light: `<path d="${curve(shape.slice(0, 4))}" fill="none" stroke="#fff6d8" stroke-width="5" stroke-opacity=".5"/>`,
  })
  scene.paint(
    `<path d="${curve([shape[0]!, [lx, ly], shape[3]!])}" fill="none" stroke="${lift(mix(colour, '#55703B', 0.55), -0.1)}" stroke-width="4"/>`,
  )
}
