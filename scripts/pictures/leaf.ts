import type { LeafShape } from '../../db/seed/shapes.ts'
import { lift, mix, saturate, type Tint } from './colour.ts'
import { blob, box, curve, ellipse, line, type Point, turn } from './geometry.ts'
import { type DrawLeaf, drawLeaf, flower, thickness } from './leaves.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'

export type LeafPicture = {
  readonly leaf: LeafShape
  readonly colours: readonly [string, string]
  readonly tint: Tint
  readonly setting: LeafSetting
  /** Whole flower heads lie among the petals. */
  readonly flowers?: boolean
  /** Grain rather than leaf: the pieces are small. */
  readonly small?: boolean
}
export type LeafSetting = 'sheet' | 'dish' | 'sweep' | 'scoop'
export const leafSettings: readonly LeafSetting[] = ['sheet', 'dish', 'sweep', 'scoop']

/** Loose leaf seen from straight above. */
export function leafScene(picture: LeafPicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  cloth(scene, picture.tint)
  if (picture.leaf === 'powder') powder(scene, picture, random)
  else if (picture.leaf === 'cake') cake(scene, picture, random)
  else settings[picture.setting](scene, picture, random)
  return scene
}

/** The table from above: one quiet colour, lighter where the window's light falls. */
function cloth(scene: Scene, tint: Tint): void {
  const ground = mix(tint.wall, tint.table, 0.25)
  scene.paint(`<rect width="1200" height="1500" fill="${ground}"/>`)
  scene.stipple(
    `<rect width="1200" height="1500" fill="${scene.gradient(
      [0, 0],
      [1200, 1500],
      [
        [0, '#8d8577', 0],
        [0.6, '#8d8577', 0],
        [1, '#7d6f62', 0.42],
      ],
    )}"/>`,
  )
}

/** Where leaves lie: a function from a spot to how thick they lie there, 0 to 1. */
type Lie = (x: number, y: number) => number

export function strew(
  scene: Scene,
  picture: LeafPicture,
  random: Random,
  lie: Lie,
  scale: number,
  area: readonly [number, number, number, number],
): void {
  const [left, top, width, height] = area
  const whole = drawLeaf[picture.leaf]
  const draw: DrawLeaf = (...leaf) => (picture.flowers && random.chance(0.16) ? flower(...leaf) : whole(...leaf))
  const all = Math.round((thickness[picture.leaf] * 2.2 * width * height) / 1_000_000 / scale ** 2)
  const [main, second] = picture.colours
  const spots: { x: number; y: number; depth: number }[] = []
  for (let index = 0; index < all; index++) {
    const x = left + random.next() * width
    const y = top + random.next() * height
    const depth = index / all
    // Upper layers lie closer to the middle of the heap, so its edge thins out leaf by leaf.
    if (random.next() < lie(x, y) * (1.2 - depth * 0.35)) spots.push({ x, y, depth })
  }
  for (const { x, y, depth } of spots) {
    const share = random.next()
    const base = share < 0.62 ? main : share < 0.9 ? second : mix(main, second, 0.5)
    const tone = lift(saturate(base, random.between(0.85, 1.15)), (depth - 0.78) * 0.26 + random.bell() * 0.045)
    draw(scene, { x, y, angle: random.next() * Math.PI * 2, scale: scale * random.between(0.85, 1.12) }, tone, random)
  }
}

/** Full inside, thinning towards the edge of a wandering circle. */
function heap(x: number, y: number, rx: number, ry: number, random: Random, soft = 0.3): Lie {
  const phases = [random.next() * 6.28, random.next() * 6.28, random.next() * 6.28]
  return (px, py) => {
    const angle = Math.atan2((py - y) / ry, (px - x) / rx)
    const edge =
      1 +
      0.08 * Math.sin(angle * 2 + phases[0]!) +
      0.06 * Math.sin(angle * 3 + phases[1]!) +
      0.04 * Math.sin(angle * 5 + phases[2]!)
    const far = Math.hypot((px - x) / rx, (py - y) / ry) / edge
    return far < 1 - soft ? 1 : far > 1.16 ? 0 : far > 1 ? 0.05 : (1 - far) / soft
  }
}

/** A dark bed under a thick heap, so that no table shows between the leaves. */
function bed(scene: Scene, picture: LeafPicture, x: number, y: number, rx: number, ry: number, random: Random): void {
  const d = curve(blob(x, y, rx, ry, 0.08, random.next, 18), true)
  scene.shadow(d, '#8a7a66', 26)
  scene.shape(d, lift(saturate(mix(picture.colours[0], picture.colours[1], 0.2), 0.7), -0.24))
}

const scaleOf = ({ leaf, small }: LeafPicture) =>
  small ? 0.5 : leaf === 'threads' || leaf === 'broken' ? 1.25 : leaf === 'pearls' || leaf === 'rolled' ? 1.3 : 1.4

const settings: Readonly<Record<LeafSetting, (scene: Scene, picture: LeafPicture, random: Random) => void>> = {
  sheet(scene, picture, random) {
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
    strew(scene, picture, random, heap(middle[0], middle[1], 430, 520, random), scaleOf(picture), [60, 120, 1080, 1260])
  },

  dish(scene, picture, random) {
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
    strew(scene, picture, random, heap(x, y, 478, 478, random, 0.12), scaleOf(picture) * 0.92, [80, 240, 1040, 1050])
  },

  sweep(scene, picture, random) {
    const flip = random.chance(0.5)
    const lie: Lie = (px, py) => {
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
    strew(scene, picture, random, lie, scaleOf(picture) * 1.18, [-60, -60, 1320, 1620])
  },

  scoop(scene, picture, random) {
    scene.paint(`<rect width="1200" height="1500" fill="${mix(picture.tint.table, '#ffffff', 0.25)}"/>`)
    const middle: Point = [520, 870]
    bed(scene, picture, middle[0], middle[1] + 20, 300, 340, random)
    strew(scene, picture, random, heap(middle[0], middle[1], 430, 480, random), scaleOf(picture), [20, 300, 1080, 1160])
    woodenScoop(scene, random)
    strew(scene, picture, random, heap(640, 560, 200, 190, random, 0.4), scaleOf(picture) * 0.96, [380, 330, 520, 460])
  },
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

/** Stone-ground tea: a sifted mound on a dark tray, with the bamboo spoon that measures it. */
function powder(scene: Scene, picture: LeafPicture, random: Random): void {
  const [main, second] = picture.colours
  scene.paint(`<rect width="1200" height="1500" fill="${mix(picture.tint.wall, '#F6F1E2', 0.35)}"/>`)
  scene.shadow(ellipse(640, 850, 520, 520), '#7f7566', 36)
  scene.shape(ellipse(590, 780, 520, 520), '#2E302D', {
    light: `<path d="${ellipse(590, 780, 516, 516)}${ellipse(597, 790, 514, 514)}" fill-rule="evenodd" fill="#d8d2c0" fill-opacity=".7"/>`,
    shade: `<path d="${ellipse(600, 790, 460, 460)}" fill="#555" fill-opacity=".4"/>`,
  })
  const dust = (count: number, reach: number, size: number, colour: string, opacity: number) => {
    let d = ''
    for (let index = 0; index < count; index++) {
      const angle = random.next() * 6.28
      const far = reach * Math.sqrt(random.next()) * (0.9 + random.next() * 0.35)
      d += ellipse(
        590 + Math.cos(angle) * far,
        800 + Math.sin(angle) * far * 0.94,
        random.between(1, size),
        random.between(1, size),
      )
    }
    scene.paint(`<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`)
  }
  dust(900, 430, 5, lift(main, -0.08), 0.9)
  const layers: [number, string][] = [
    [355, lift(main, -0.1)],
    [330, lift(main, -0.03)],
    [280, main],
    [215, lift(mix(main, second, 0.35), 0.02)],
    [140, lift(mix(main, second, 0.7), 0.03)],
    [70, lift(second, 0.05)],
  ]
  layers.forEach(([reach, colour], index) => {
    const d = curve(blob(590 - index * 17, 800 - index * 21, reach, reach * 0.93, 0.045, random.next, 22), true)
    scene.shape(d, colour, {
      shade: `<path d="${d}" fill="#4c5a36" fill-opacity=".4"/><path d="${d}" transform="translate(${-20 + index * 2} ${-26 + index * 2})" fill="#fff"/>`,
    })
  })
  // Clumps and soft slides on the mound.
  for (let index = 0; index < 420; index++) {
    const angle = random.next() * 6.28
    const far = 340 * Math.sqrt(random.next())
    const [x, y] = [580 + Math.cos(angle) * far, 790 + Math.sin(angle) * far * 0.93]
    const reach = random.between(3, 12)
    const lump = curve(blob(x, y, reach, reach * 0.85, 0.25, random.next, 7), true)
    scene.shade(`<path d="${lump}" transform="translate(3 5)" fill="#5d6b40" fill-opacity=".45"/>`)
    scene.shape(lump, lift(mix(main, second, random.next()), random.between(-0.02, 0.06)))
  }
  chashaku(scene, main)
}

function chashaku(scene: Scene, powderColour: string): void {
  const bamboo = '#C9A163'
  scene.within('translate(700 640) rotate(-52)', () => {
    const spoon = curve(
      [
        [-120, -34],
        [-160, 0],
        [-120, 36],
        [-20, 24],
        [120, 17],
        [420, 15],
        [820, 20],
        [820, -20],
        [420, -15],
        [120, -15],
        [-20, -22],
      ],
      true,
    )
    scene.shade(
      `<path d="${spoon}" transform="translate(-14 34)" fill="#4a4636" fill-opacity=".6" filter="${scene.blur(7)}"/>`,
    )
    scene.shape(spoon, bamboo, {
      shade: `<rect x="-200" y="2" width="1100" height="60" fill="#8a6a3c" fill-opacity=".55"/>`,
      light: `<rect x="-180" y="-20" width="1100" height="10" fill="#fff0c4" fill-opacity=".6"/>`,
      paint: `<rect x="330" y="-40" width="10" height="80" fill="${lift(bamboo, -0.14)}"/><rect x="345" y="-40" width="4" height="80" fill="${lift(bamboo, 0.08)}"/>`,
    })
    scene.shape(
      curve(
        [
          [-130, -22],
          [-148, 2],
          [-116, 26],
          [-30, 14],
          [0, -2],
          [-40, -20],
        ],
        true,
      ),
      powderColour,
      {
        shade: `<path d="${curve(
          [
            [-140, 30],
            [-60, 6],
            [10, 10],
            [-60, 40],
          ],
          true,
        )}" fill="#4c5a36" fill-opacity=".5"/>`,
      },
    )
  })
}

/** Pressed tea: a disc with a piece broken off, and the loose flakes that fell. */
function cake(scene: Scene, picture: LeafPicture, random: Random): void {
  const [main, second] = picture.colours
  const [x, y, reach] = [560, 700, 500]
  scene.within('rotate(-5 600 750)', () => {
    scene.shadow(box(60, 150, 1060, 1230), '#8b8070', 24)
    scene.shape(box(50, 120, 1060, 1230), '#F4ECD8', {
      stipple: `<rect x="50" y="120" width="1060" height="1230" fill="${scene.gradient(
        [100, 100],
        [1100, 1400],
        [
          [0, '#b8aa8c', 0],
          [1, '#b8aa8c', 0.6],
        ],
      )}"/>`,
      paint: `<path d="${line([
        [420, 100],
        [410, 1360],
      ])}${line([
        [760, 100],
        [768, 1360],
      ])}${line([
        [40, 540],
        [1120, 530],
      ])}${line([
        [40, 960],
        [1120, 970],
      ])}" fill="none" stroke="#E2D6BA" stroke-width="4"/>`,
    })
  })
  const bite = (angle: number) => angle > 0.25 && angle < 1.25
  const edge: Point[] = []
  for (let step = 0; step < 90; step++) {
    const angle = (step / 90) * Math.PI * 2
    const far = bite(angle)
      ? reach * (0.62 + 0.1 * Math.sin(angle * 17) + random.bell() * 0.04)
      : reach * (1 + random.bell() * 0.008)
    edge.push([x + Math.cos(angle) * far, y + Math.sin(angle) * far])
  }
  const disc = polygonSoft(edge)
  scene.shadow(polygonSoft(edge.map(([px, py]): Point => [px + 34, py + 52])), '#75695a', 20)
  scene.shape(polygonSoft(edge.map(([px, py]): Point => [px + 16, py + 30])), lift(main, -0.14))
  scene.shape(disc, lift(main, -0.06))
  scene.clipped(disc, () => {
    pressed(scene, picture, random, x, y, reach)
    scene.shape(ellipse(x - 10, y - 6, 66, 60), lift(main, -0.13), {
      light: `<path d="${ellipse(x - 10, y - 6, 66, 60)}${ellipse(x - 18, y - 16, 66, 60)}" fill-rule="evenodd" fill="#e8c490" fill-opacity=".4"/>`,
    })
  })
  scene.inside(disc, {
    stipple: `<path d="${disc}" fill="${scene.gradient(
      [200, 250],
      [960, 1180],
      [
        [0, '#4a4440', 0],
        [0.5, '#4a4440', 0.1],
        [1, '#4a4440', 0.6],
      ],
    )}"/>`,
    light: `<path d="${disc}" fill="#ffe2b4" fill-opacity=".45"/><path d="${disc}" transform="translate(9 11)" fill="#000"/>`,
  })
  const chunk = blob(900, 1130, 150, 118, 0.2, random.next, 11)
  const chunkPath = polygonSoft(chunk)
  scene.shadow(polygonSoft(chunk.map(([px, py]): Point => [px + 20, py + 34])), '#75695a', 14)
  scene.shape(polygonSoft(chunk.map(([px, py]): Point => [px + 10, py + 24])), lift(main, -0.15))
  scene.shape(chunkPath, lift(mix(main, second, 0.2), -0.03))
  scene.clipped(chunkPath, () => pressed(scene, picture, random, 900, 1130, 170))
  strew(
    scene,
    { ...picture, leaf: 'twists' },
    random,
    (px, py) => (Math.hypot(px - 830, py - 1120) < 330 ? 0.07 : 0),
    0.9,
    [480, 800, 700, 620],
  )
}

const polygonSoft = (points: readonly Point[]) => curve(points, true)

/** Leaves that lie flat and close, as the press left them. */
function pressed(
  scene: Scene,
  { colours: [main, second] }: LeafPicture,
  random: Random,
  x: number,
  y: number,
  reach: number,
): void {
  const count = Math.round((reach / 500) ** 2 * 950)
  for (let index = 0; index < count; index++) {
    const angle = random.next() * 6.28
    const far = reach * Math.sqrt(random.next())
    const colour = lift(random.chance(0.72) ? main : second, random.bell() * 0.07)
    const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    // Pressing turns the leaves along the circle.
    const lies = angle + Math.PI / 2 + random.bell() * 0.9
    const length = random.between(40, 95)
    const width = random.between(6, 12)
    const bend = random.bell() * 14
    const shape = (
      [
        [-length / 2, 0],
        [0, -width + bend],
        [length / 2, 0],
        [0, width + bend],
      ] as Point[]
    ).map((point): Point => {
      const [tx, ty] = turn(point, lies)
      return [px + tx, py + ty]
    })
    const d = curve(shape, true)
    scene.shade(`<path d="${d}" transform="translate(2.5 4)" fill="#5c5048" fill-opacity=".6"/>`)
    scene.shape(d, colour)
    if (random.chance(0.3))
      scene.light(
        `<path d="${curve([shape[0]!, shape[1]!, shape[2]!])}" fill="none" stroke="#f4d9a8" stroke-width="2" stroke-opacity=".4"/>`,
      )
  }
}
