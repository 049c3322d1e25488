import { lift, mix, paper } from '../colour.ts'
import { ellipse, type Point } from '../geometry.ts'
import { label } from '../labels/label.ts'
import type { Scene } from '../plates.ts'
import { standShadow } from '../room/room.ts'
import type { DrawPack } from './types.ts'

/** Points on an upright cylinder: across is measured along its skin. */
const aroundTin =
  (x: number, y: number, reach: number, flat: number) =>
  ([px, py]: Point): Point => {
    const angle = Math.max(-1.55, Math.min(1.55, px / reach))
    return [x + Math.sin(angle) * reach, y + py + Math.cos(angle) * reach * flat]
  }

/** The wall of a cylinder between two heights. */
const drum = (x: number, top: number, bottom: number, reach: number, flat: number): string =>
  `M${x - reach} ${top}A${reach} ${reach * flat} 0 0 0 ${x + reach} ${top}V${bottom}A${reach} ${reach * flat} 0 0 1 ${x - reach} ${bottom}Z`

/** Shade round a cylinder lit from the upper left: a soft edge, a bright quarter, a deep right side. */
function roundShade(scene: Scene, x: number, reach: number, dark: string, strength: number): string {
  return scene.gradient(
    [x - reach, 0],
    [x + reach, 0],
    [
      [0, dark, 0.42 * strength],
      [0.14, dark, 0.1 * strength],
      [0.3, dark, 0],
      [0.5, dark, 0.1 * strength],
      [0.78, dark, 0.6 * strength],
      [0.93, dark, 0.92 * strength],
      [1, dark, 0.7 * strength],
    ],
  )
}

export const tinPack: DrawPack = (scene, { label: look }, random) => {
  const { tint } = look
  const squat = random.chance(0.4)
  const [x, reach, flat] = [600, squat ? 285 : 248, 0.13]
  const bottom = 1225
  const top = squat ? 560 : 430
  const lidTop = top - 118
  const lidColour = random.pick([tint.deep, tint.spark, mix(tint.other, paper, 0.2)])
  const bodyColour = lidColour === tint.deep ? mix(tint.deep, tint.other, 0.12) : tint.deep
  standShadow(scene, x, bottom, reach, bottom - lidTop, flat)
  const sheet = { width: reach * 2.2, height: bottom - top - 96, map: aroundTin(x, top + 62, reach, flat) }
  const shade = `<rect x="0" y="0" width="1200" height="1500" fill="${roundShade(scene, x, reach, '#5b4d4c', 0.8)}"/>`
  const gleam = (opacity: number) =>
    `<rect x="${x - reach * 0.72}" y="0" width="${reach * 0.2}" height="1500" fill="#fff" fill-opacity="${opacity}" filter="${scene.blur(16)}"/>` +
    `<rect x="${x - reach * 0.84}" y="0" width="${reach * 0.035}" height="1500" fill="#fff" fill-opacity="${opacity * 0.9}"/>` +
    `<rect x="${x + reach * 0.9}" y="0" width="${reach * 0.03}" height="1500" fill="#fff" fill-opacity="${opacity * 0.35}"/>`
  scene.shape(drum(x, top, bottom, reach, flat), bodyColour, {
    paint: label(sheet, look, random),
    stipple: shade,
    light: gleam(0.2),
  })
  // The lid: its skirt, a bead, and the top seen a little from above.
  scene.inside(drum(x, top, bottom, reach, flat), {
    shade: `<path d="${drum(x, top, top + 26, reach, flat)}" fill="#6b6470" fill-opacity=".7"/>`,
  })
  const skirt = reach + 7
  scene.shape(drum(x, lidTop, top + 6, skirt, flat), lidColour, {
    stipple: shade,
    light: gleam(0.28),
    paint: `<path d="M${x - skirt} ${top - 20}A${skirt} ${skirt * flat} 0 0 0 ${x + skirt} ${top - 20}" fill="none" stroke="${lift(lidColour, -0.1)}" stroke-width="5"/><path d="M${x - skirt} ${top - 14}A${skirt} ${skirt * flat} 0 0 0 ${x + skirt} ${top - 14}" fill="none" stroke="${lift(lidColour, 0.12)}" stroke-width="4"/>`,
  })
  scene.shape(ellipse(x, lidTop, skirt, skirt * flat), lift(lidColour, 0.07), {
    paint: `<path d="${ellipse(x, lidTop + 3, skirt * 0.88, skirt * flat * 0.8)}" fill="${lift(lidColour, 0.02)}"/>`,
    stipple: `<rect x="0" y="0" width="1200" height="1500" fill="${scene.gradient(
      [x - reach, 0],
      [x + reach, 0],
      [
        [0, '#4b4a55', 0],
        [1, '#4b4a55', 0.5],
      ],
    )}"/>`,
    light: `<path d="${ellipse(x, lidTop, skirt, skirt * flat)}${ellipse(x + 3, lidTop + 3, skirt - 4, skirt * flat - 2)}" fill-rule="evenodd" fill="#fff" fill-opacity=".55"/>`,
  })
}
