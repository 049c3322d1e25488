import { lift, mix, saturate } from '../colour.ts'
import { box, curve, ellipse, line, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { bed, type Density, heap, scaleOf, scatter } from './scatter.ts'
import type { LeafPicture, LeafSetting } from './types.ts'

/** Where loose leaf lies when it is looked at from above. */

type Setting = (scene: Scene, picture: LeafPicture, random: Random) => void

const sheet: Setting = (scene, picture, random) => {
  const swing = random.between(-7, 7)
  scene.within(`rotate(${swing} 600 750)`, () => {
    const sheet = curve(
      [
        [120, 150],
        [600, 140],
        [1085, 152],
        [1092, 760],
        [1080, 1352],
        [590, 1362],
        [112, 1348],
        [106, 740],
      ],
      true,
    )
    scene.shadow(box(125, 175, 985, 1205), '#8b8070', 22)
    scene.shape(box(118, 148, 968, 1204), '#FBF7EC', {
      stipple: `<path d="${sheet}" fill="${scene.gradient(
        [200, 150],
        [1100, 1400],
        [
          [0, '#c9bda4', 0],
          [0.6, '#c9bda4', 0.12],
          [1, '#b3a58b', 0.55],
        ],
      )}"/>`,
      paint: `<path d="${line([
        [602, 140],
        [598, 1360],
      ])}${line([
        [110, 752],
        [1090, 748],
      ])}" fill="none" stroke="#E8DFCB" stroke-width="4"/>`,
    })
    scene.light(`<path d="${box(118, 148, 6, 1204)}${box(602, 148, 8, 1204)}" fill="#fff" fill-opacity=".5"/>`)
  })
  const middle: Point = [600 + random.bell() * 25, 760 + random.bell() * 25]
  bed(scene, picture, middle[0], middle[1], 330, 400, random)
  scatter(scene, picture, random, heap(middle[0], middle[1], 430, 520, random), scaleOf(picture), [60, 120, 1080, 1260])
}

const dish: Setting = (scene, picture, random) => {
  const [x, y] = [600, 765]
  const rim = mix('#F7F3E8', picture.tint.other, 0.22)
  scene.shadow(ellipse(x + 46, y + 70, 560, 560), '#7f7566', 34)
  scene.shape(ellipse(x, y, 560, 560), rim, {
    stipple: `<rect width="1200" height="1500" fill="${scene.gradient(
      [200, 300],
      [1050, 1300],
      [
        [0, '#8f8f86', 0],
        [0.5, '#8f8f86', 0.1],
        [1, '#7d7b76', 0.62],
      ],
    )}"/>`,
    light: `<path d="${ellipse(x, y, 556, 556)}${ellipse(x + 7, y + 9, 556, 556)}" fill-rule="evenodd" fill="#fff" fill-opacity=".9"/>`,
  })
  scene.paint(
    `<path d="${ellipse(x, y, 532, 532)}" fill="none" stroke="${picture.tint.deep}" stroke-width="7" stroke-opacity=".75"/>`,
  )
  const well = ellipse(x, y, 468, 468)
  scene.shape(well, lift(rim, -0.03), {
    shade: `<path d="${ellipse(x, y, 470, 470)}${ellipse(x + 34, y + 46, 452, 452)}" fill-rule="evenodd" fill="#8c867a" fill-opacity=".6"/>`,
  })
  bed(scene, picture, x, y, 400, 400, random)
  scatter(scene, picture, random, heap(x, y, 478, 478, random, 0.12), scaleOf(picture) * 0.92, [80, 240, 1040, 1050])
}

const sweep: Setting = (scene, picture, random) => {
  const flip = random.chance(0.5)
  const lie: Density = (px, py) => {
    const x = flip ? 1200 - px : px
    const edge = 560 + Math.sin(py / 260 + 1) * 90 + (py - 300) * 0.42 + Math.sin(py / 90) * 22
    const inside = (edge - x) / 170
    return inside > 1 ? 1 : inside < -0.9 ? 0 : inside < 0 ? 0.07 : Math.max(0.08, inside)
  }
  const edge: Point[] = Array.from({ length: 12 }, (_, index): Point => {
    const y = -60 + index * 150
    const x = 560 + Math.sin(y / 260 + 1) * 90 + (y - 300) * 0.42 - 110
    return [flip ? 1200 - x : x, y]
  })
  const corner: Point[] = flip
    ? [
        [1300, 1700],
        [1300, -100],
      ]
    : [
        [-100, 1700],
        [-100, -100],
      ]
  const d = `${curve(edge)}${line(corner).replace(/^M/, 'L')}Z`
  scene.paint(`<rect width="1200" height="1500" fill="#F8F3E6"/>`)
  scene.shadow(d, '#a08f78', 30)
  scene.shape(d, lift(saturate(mix(picture.colours[0], picture.colours[1], 0.2), 0.7), -0.24))
  scatter(scene, picture, random, lie, scaleOf(picture) * 1.18, [-60, -60, 1320, 1620])
}

const scoop: Setting = (scene, picture, random) => {
  scene.paint(`<rect width="1200" height="1500" fill="${mix(picture.tint.table, '#ffffff', 0.25)}"/>`)
  const middle: Point = [520, 870]
  bed(scene, picture, middle[0], middle[1] + 20, 300, 340, random)
  scatter(scene, picture, random, heap(middle[0], middle[1], 430, 480, random), scaleOf(picture), [20, 300, 1080, 1160])
  woodenScoop(scene, random)
  scatter(scene, picture, random, heap(640, 560, 200, 190, random, 0.4), scaleOf(picture) * 0.96, [380, 330, 520, 460])
}

export const settings: Readonly<Record<LeafSetting, Setting>> = {
  sheet,
  dish,
  sweep,
  scoop,
}

/** A turned wooden scoop that comes in from the upper right. */
function woodenScoop(scene: Scene, random: Random): void {
  const wood = '#B98550'
  scene.within('translate(660 560) rotate(-48)', () => {
    const handle = curve(
      [
        [170, -34],
        [330, -26],
        [620, -30],
        [900, -38],
        [900, 42],
        [620, 34],
        [330, 30],
        [170, 38],
      ],
      true,
    )
    const bowl = curve(
      [
        [-250, -150],
        [-90, -196],
        [110, -150],
        [205, -40],
        [205, 44],
        [110, 154],
        [-90, 200],
        [-250, 150],
        [-286, 0],
      ],
      true,
    )
    scene.shadow(`${bowl}${handle}`.replace(/^/, ''), '#8a7a66', 22)
    scene.shape(handle, wood, {
      shade: `<rect x="100" y="-60" width="900" height="60" fill="#fff"/><rect x="100" y="6" width="900" height="60" fill="#8b6a4a" fill-opacity=".6"/>`,
      light: `<rect x="150" y="-30" width="760" height="16" fill="#ffe2b0" fill-opacity=".5"/>`,
      paint: grainLines(random, 160, -34, 760, 70, lift(wood, -0.08)),
    })
    scene.shape(bowl, wood, {
      paint: grainLines(random, -300, -200, 520, 400, lift(wood, -0.08)),
      light: `<path d="${curve([
        [-250, -150],
        [-90, -196],
        [110, -150],
        [205, -40],
      ])}" fill="none" stroke="#ffe6bd" stroke-width="20" stroke-opacity=".7"/>`,
    })
    scene.shape(
      curve(
        [
          [-270, -118],
          [-90, -160],
          [90, -122],
          [168, -34],
          [168, 36],
          [90, 126],
          [-90, 164],
          [-270, 118],
        ],
        true,
      ),
      lift(wood, -0.1),
      {
        shade: `<path d="${curve(
          [
            [-300, -200],
            [200, -200],
            [230, 60],
            [120, -60],
            [-80, -110],
            [-300, -90],
          ],
          true,
        )}" fill="#6b4a30" fill-opacity=".65"/>`,
        paint: grainLines(random, -300, -180, 520, 360, lift(wood, -0.17)),
      },
    )
  })
}

function grainLines(random: Random, x: number, y: number, width: number, height: number, colour: string): string {
  let d = ''
  for (let row = y + 8; row < y + height; row += random.between(12, 24)) {
    d += curve([
      [x, row],
      [x + width * 0.3, row + random.bell() * 7],
      [x + width * 0.7, row + random.bell() * 7],
      [x + width, row + random.bell() * 5],
    ])
  }
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="3" stroke-opacity=".6"/>`
}
