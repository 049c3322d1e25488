import { lift, mix, type Tint } from '../colour.ts'
import { line, type Point, polygon } from '../geometry.ts'
import { label } from '../labels/label.ts'
import type { Scene } from '../plates.ts'
import { seam, standShadow } from '../room/room.ts'
import type { DrawPack } from './types.ts'

export const boxPack: DrawPack = (scene, { label: look }, random) => {
  const { tint } = look
  const [x, top, bottom, wide, side] = [255, 400, 1232, 560, 190]
  const right = x + wide
  standShadow(scene, x + wide / 2 + 70, bottom - 22, (wide + side) / 2, 800, 0.1)
  const up = 62
  const front = polygon([
    [x, top],
    [right, top + 14],
    [right, bottom + 14],
    [x, bottom],
  ])
  const flank = polygon([
    [right, top + 14],
    [right + side, top - 18],
    [right + side, bottom - 42],
    [right, bottom + 14],
  ])
  const lid = polygon([
    [x, top],
    [x + side + 34, top - up],
    [right + side, top - 18],
    [right, top + 14],
  ])
  const flankColour = mix(tint.deep, '#332a2a', 0.28)
  scene.shape(lid, lift(tint.deep, 0.12), { light: `<path d="${lid}" fill="#fff" fill-opacity=".1"/>` })
  scene.shape(flank, flankColour, {
    stipple: `<path d="${flank}" fill="${scene.gradient(
      [right, top],
      [right + side, bottom],
      [
        [0, '#3b3842', 0.1],
        [1, '#3b3842', 0.6],
      ],
    )}"/>`,
    paint: `<path d="${polygon([
      [right, 800],
      [right + side, 764],
      [right + side, 884],
      [right, 924],
    ])}" fill="${mix(tint.spark, flankColour, 0.35)}"/>`,
  })
  const sheet = {
    width: wide,
    height: bottom - top,
    map: ([px, py]: Point): Point => [x + wide / 2 + px, top + py + ((px + wide / 2) / wide) * 14],
  }
  scene.shape(front, tint.deep, {
    paint: label(sheet, look, random),
    stipple: `<path d="${front}" fill="${scene.gradient(
      [x, top],
      [right, bottom],
      [
        [0, '#5b4d4c', 0],
        [0.55, '#5b4d4c', 0.02],
        [1, '#5b4d4c', 0.4],
      ],
    )}"/>`,
  })
  scene.light(
    `<path d="${polygon([
      [right - 3, top + 14],
      [right + 3, top + 14],
      [right + 3, bottom + 12],
      [right - 3, bottom + 13],
    ])}${polygon([
      [x, top - 2],
      [right, top + 11],
      [right, top + 17],
      [x, top + 4],
    ])}" fill="#fff" fill-opacity=".5"/>`,
  )
  // A lid line, and a cord round the box.
  const seamY = top + 116
  scene.paint(
    seam(
      [
        [x, seamY],
        [right, seamY + 14],
      ],
      lift(tint.deep, -0.12),
      4,
      0.7,
    ) +
      seam(
        [
          [right, seamY + 14],
          [right + side, seamY - 22],
        ],
        lift(flankColour, -0.08),
        4,
      ),
  )
  if (random.chance(0.6)) cord(scene, x, side, top, bottom, tint)
}

function cord(scene: Scene, x: number, side: number, top: number, bottom: number, tint: Tint): void {
  const colour = mix(tint.spark, '#EFE3C8', 0.3)
  const at = x + 96
  const ropes = [
    line([
      [at, top + 2],
      [at, bottom + 2],
    ]),
    line([
      [at, top + 2],
      [at + side + 20, top - 58],
    ]),
  ]
  for (const rope of ropes) {
    scene.shade(
      `<path d="${rope}" transform="translate(5 3)" fill="none" stroke="#5b4d4c" stroke-width="9" stroke-opacity=".5"/>`,
    )
    scene.paint(`<path d="${rope}" fill="none" stroke="${colour}" stroke-width="8"/>`)
  }
}
