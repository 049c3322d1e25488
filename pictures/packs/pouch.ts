import { lift, mix, paper } from '../colour.ts'
import { box, curve, type Point, polygon } from '../geometry.ts'
import { label } from '../labels/label.ts'
import { standShadow } from '../room/room.ts'
import type { DrawPack } from './types.ts'

export const pouchPack: DrawPack = (scene, { label: look }, random) => {
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
}
