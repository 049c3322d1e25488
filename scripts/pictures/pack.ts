import type { LeafShape } from '../../db/seed/shapes.ts'
import { lift, mix, paper, type Tint } from './colour.ts'
import { blob, box, curve, ellipse, line, type Point, polygon } from './geometry.ts'
import { type LabelLook, label, roundPrint } from './labels.ts'
import { drawLeaf } from './leaves.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, seam, standShadow, type Wall } from './room.ts'

export type Pack = 'tin' | 'pouch' | 'cake-wrapper' | 'box'
export type PackPicture = {
  readonly pack: Pack
  readonly look: LabelLook
  readonly wall: Wall
  readonly leaf: LeafShape
  readonly leafColours: readonly [string, string]
}

/** The pack as it stands on the shop's table, with a pinch of what is in it. */
export function packScene(picture: PackPicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  room(scene, picture.look.tint, picture.wall, random)
  drawPack(scene, picture, random)
  pinch(scene, picture, random)
  return scene
}

/** The pack alone, its foot at about (600, 1230). */
export function drawPack(scene: Scene, picture: PackPicture, random: Random): void {
  packs[picture.pack](scene, picture, random)
}

/** A few leaves spilled in front, so that one sees what the label promises. */
function pinch(scene: Scene, { leaf, leafColours, pack }: PackPicture, random: Random): void {
  const draw = drawLeaf[leaf]
  const small = leaf === 'broken' || leaf === 'threads' || leaf === 'powder'
  const count = small ? 60 : leaf === 'pearls' || leaf === 'rolled' || leaf === 'chips' ? 13 : 22
  const x = pack === 'cake-wrapper' ? 880 : random.pick([330, 860])
  const y = 1335
  for (let index = 0; index < count; index++) {
    const spread = index < count * 0.75 ? 0.55 : 1.25
    const px = x + random.bell() * 150 * spread
    const py = y + random.bell() * 42 * spread
    const colour = lift(random.chance(0.65) ? leafColours[0] : leafColours[1], random.bell() * 0.05)
    // Seen from the side a leaf lies flatter than from above.
    scene.within(`translate(${px.toFixed(1)} ${py.toFixed(1)}) scale(1 .55)`, () =>
      draw(scene, { x: 0, y: 0, angle: random.next() * 6.28, scale: random.between(0.62, 0.8) }, colour, random),
    )
  }
}

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
export function roundShade(scene: Scene, x: number, reach: number, dark: string, strength: number): string {
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

const packs: Readonly<Record<Pack, (scene: Scene, picture: PackPicture, random: Random) => void>> = {
  tin(scene, { look }, random) {
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
  },

  pouch(scene, { look }, random) {
    const { tint } = look
    const kraft = random.chance(0.3)
    const body = kraft ? '#C59E6C' : random.chance(0.5) ? tint.deep : mix(tint.deep, tint.other, 0.65)
    const [x, top, bottom] = [600, 285, 1240]
    standShadow(scene, x, bottom - 8, 320, 860, 0.12)
    const outline: Point[] = [
      [x - 296, top + 118],
      [x - 306, top + 300],
      [x - 328, 840],
      [x - 344, 1120],
      [x - 330, 1208],
      [x - 180, bottom + 4],
      [x, bottom + 12],
      [x + 180, bottom + 4],
      [x + 330, 1208],
      [x + 344, 1120],
      [x + 328, 840],
      [x + 306, top + 300],
      [x + 296, top + 118],
    ]
    const d = `${curve(outline)}Z`
    const crease = (points: readonly Point[], colour: string, opacity: number) =>
      `<path d="${curve(points, true)}" fill="${colour}" fill-opacity="${opacity}"/>`
    scene.shape(d, body, {
      stipple: `<rect width="1200" height="1500" fill="${scene.gradient(
        [x - 340, 0],
        [x + 350, 0],
        [
          [0, '#5b4d4c', 0.5],
          [0.1, '#5b4d4c', 0.12],
          [0.3, '#5b4d4c', 0],
          [0.62, '#5b4d4c', 0.12],
          [0.88, '#5b4d4c', 0.7],
          [1, '#5b4d4c', 0.5],
        ],
      )}"/>`,
      shade:
        crease(
          [
            [x - 340, 1120],
            [x - 200, 1172],
            [x, 1186],
            [x + 200, 1172],
            [x + 340, 1120],
            [x + 350, 1260],
            [x, 1290],
            [x - 350, 1260],
          ],
          '#655c60',
          0.34,
        ) +
        crease(
          [
            [x + 296, top + 130],
            [x + 252, 560],
            [x + 296, 900],
            [x + 340, 1110],
            [x + 350, 800],
          ],
          '#5a5258',
          0.34,
        ) +
        crease(
          [
            [x - 250, top + 110],
            [x - 190, top + 210],
            [x - 214, top + 290],
            [x - 262, top + 200],
          ],
          '#5a5258',
          0.25,
        ) +
        crease(
          [
            [x + 80, top + 110],
            [x + 150, top + 180],
            [x + 110, top + 240],
            [x + 60, top + 170],
          ],
          '#5a5258',
          0.22,
        ),
      light:
        crease(
          [
            [x - 286, top + 150],
            [x - 252, 500],
            [x - 296, 900],
            [x - 312, 1050],
            [x - 296, 600],
          ],
          '#fff',
          0.22,
        ) +
        crease(
          [
            [x - 160, top + 115],
            [x - 100, top + 190],
            [x - 130, top + 235],
            [x - 190, top + 170],
          ],
          '#fff',
          0.2,
        ) +
        crease(
          [
            [x - 250, 1186],
            [x, 1206],
            [x + 160, 1196],
            [x, 1222],
            [x - 200, 1212],
          ],
          '#fff',
          0.18,
        ),
    })
    // The folded head with its tin tie.
    const fold = polygon([
      [x - 300, top],
      [x + 300, top + 4],
      [x + 303, top + 128],
      [x - 303, top + 124],
    ])
    scene.inside(d, { shade: `<path d="${box(x - 320, top + 100, 640, 48)}" fill="#5a5258" fill-opacity=".5"/>` })
    scene.shape(fold, lift(body, 0.03), {
      stipple: `<rect width="1200" height="1500" fill="${scene.gradient(
        [x - 300, 0],
        [x + 300, 0],
        [
          [0, '#5b4d4c', 0.25],
          [0.25, '#5b4d4c', 0],
          [1, '#5b4d4c', 0.5],
        ],
      )}"/>`,
      light: `<path d="${box(x - 300, top, 600, 7)}" fill="#fff" fill-opacity=".5"/>`,
    })
    const tie = box(x - 326, top + 40, 652, 34, 10)
    scene.shape(tie, mix(tint.spark, '#D9C9A0', 0.25), {
      light: `<path d="${box(x - 326, top + 42, 652, 8)}" fill="#fff" fill-opacity=".45"/>`,
      shade: `<path d="${box(x - 326, top + 62, 652, 16)}" fill="#6b5c50" fill-opacity=".45"/>`,
    })
    const [lw, lh] = [470, 600]
    const sheet = {
      width: lw,
      height: lh,
      map: ([px, py]: Point): Point => [x + px * (1 + (py / lh) * 0.03), 500 + py + (px / lw) ** 2 * -10],
    }
    const edge = (
      [
        [-lw / 2, 0],
        [-lw / 4, 0],
        [0, 0],
        [lw / 4, 0],
        [lw / 2, 0],
        [lw / 2, lh],
        [lw / 4, lh],
        [0, lh],
        [-lw / 4, lh],
        [-lw / 2, lh],
      ] as Point[]
    ).map(sheet.map)
    scene.shade(`<path d="${polygon(edge)}" transform="translate(6 8)" fill="#5a5258" fill-opacity=".55"/>`)
    scene.shape(polygon(edge), paper, {
      paint: label(sheet, look, random),
      stipple: `<rect width="1200" height="1500" fill="${scene.gradient(
        [x - 240, 480],
        [x + 260, 1100],
        [
          [0, '#5a5258', 0],
          [0.5, '#5a5258', 0.03],
          [1, '#5a5258', 0.4],
        ],
      )}"/>`,
      light: `<path d="${polygon([
        [x - 235, 500],
        [x - 170, 500],
        [x - 60, 1100],
        [x - 180, 1100],
      ])}" fill="#fff" fill-opacity=".1"/>`,
    })
  },

  box(scene, { look }, random) {
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
  },

  'cake-wrapper'(scene, { look }, random) {
    const { tint } = look
    const [x, y, reach] = [570, 735, 425]
    const sheet = mix('#F6EEDB', tint.other, 0.1)
    standShadow(scene, x, 1180, 300, 620, 0.14)
    // Behind: the thick edge of the disc.
    scene.shape(ellipse(x + 34, y + 12, reach * 0.985, reach), lift(sheet, -0.14))
    const edge = curve(blob(x, y, reach, reach, 0.006, random.next, 40), true)
    let pleats = ''
    let bright = ''
    for (let index = 0; index < 70; index++) {
      const angle = (index / 70) * Math.PI * 2 + random.bell() * 0.03
      const [inner, outer] = [reach * random.between(0.88, 0.95), reach * 1.02]
      const wide = random.between(0.008, 0.024)
      const piece = polygon([
        [x + Math.cos(angle) * inner, y + Math.sin(angle) * inner],
        [x + Math.cos(angle + wide) * outer, y + Math.sin(angle + wide) * outer],
        [x + Math.cos(angle - wide) * outer, y + Math.sin(angle - wide) * outer],
      ])
      if (index % 2) pleats += piece
      else bright += piece
    }
    let wrinkles = ''
    for (let index = 0; index < 9; index++) {
      const angle = random.next() * 6.28
      const far = reach * random.between(0.3, 0.8)
      const [wx, wy] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
      wrinkles += polygon([
        [wx, wy],
        [wx + random.bell() * 90, wy + random.bell() * 90],
        [wx + random.bell() * 30, wy + random.bell() * 30],
      ])
    }
    scene.shape(edge, sheet, {
      paint: roundPrint(x, y, reach * 0.92, look),
      shade: `<path d="${pleats}" fill="#7d7060" fill-opacity=".45"/><path d="${wrinkles}" fill="#8d8272" fill-opacity=".22"/>`,
      light: `<path d="${bright}" fill="#fff" fill-opacity=".6"/>`,
      stipple: `<path d="${edge}" fill="${scene.gradient(
        [x - 330, y - 330],
        [x + 380, y + 380],
        [
          [0, '#6b6054', 0],
          [0.5, '#6b6054', 0.04],
          [1, '#6b6054', 0.6],
        ],
      )}"/>`,
    })
    woodenStand(scene, x, 1178)
  },
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

function woodenStand(scene: Scene, x: number, y: number): void {
  const wood = '#8A5A35'
  for (const side of [-1, 1]) {
    const foot = polygon([
      [x + side * 150, y - 130],
      [x + side * 196, y - 138],
      [x + side * 250, y + 50],
      [x + side * 130, y + 56],
    ])
    scene.shape(foot, wood, {
      shade: `<path d="${polygon([
        [x + side * 176, y - 140],
        [x + side * 270, y - 140],
        [x + side * 270, y + 80],
        [x + side * 200, y + 80],
      ])}" fill="#5f4a3a" fill-opacity="${side > 0 ? 0.55 : 0.15}"/>`,
      light: `<path d="${polygon([
        [x + side * 150, y - 130],
        [x + side * 160, y - 130],
        [x + side * 144, y + 56],
        [x + side * 130, y + 56],
      ])}" fill="#ffe2b0" fill-opacity="${side > 0 ? 0.5 : 0.15}"/>`,
    })
  }
  scene.shape(box(x - 250, y + 30, 500, 34, 8), lift(wood, -0.03), {
    light: `<path d="${box(x - 250, y + 30, 500, 8)}" fill="#ffe2b0" fill-opacity=".45"/>`,
  })
}
