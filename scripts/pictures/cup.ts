import type { LeafShape, TeaKind } from '../../db/seed/shapes.ts'
import { lift, mix, type Tint } from './colour.ts'
import { drawLeaf } from './leaves.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, standShadow, type Wall } from './room.ts'
import { chawan, type DrawCup, glassCup, saucer, tastingCup, teacup, yunomi } from './vessels/cups.ts'
import { steam } from './vessels/glaze.ts'
import { gaiwan, kyusu, pitcher, teapot, yixing } from './vessels/pots.ts'
import { whisk } from './vessels/tools.ts'

export type CupPicture = {
  readonly kind: TeaKind
  readonly leaf: LeafShape
  readonly leafColours: readonly [string, string]
  readonly liquor: string
  readonly tint: Tint
  readonly wall: Wall
  readonly country: string
}

export type Serving = 'teacup' | 'glass' | 'bowl' | 'yunomi' | 'tasting'

/** The cup that suits a tea. */
export function servingFor(
  { leaf, kind, country }: Pick<CupPicture, 'leaf' | 'kind' | 'country'>,
  random: Random,
): Serving {
  if (leaf === 'powder') return 'bowl'
  if (country === 'Japan') return random.pick(['yunomi', 'teacup'])
  if (kind === 'oolong' || kind === 'dark') return random.pick(['tasting', 'teacup', 'glass'])
  if (kind === 'herbal') return random.pick(['glass', 'yunomi', 'teacup'])
  return random.pick(['teacup', 'glass', 'teacup', 'tasting'])
}

/** The poured cup, with the pot it came from behind it. */
export function cupScene(picture: CupPicture, serving: Serving, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  const { tint, liquor } = picture
  room(scene, tint, picture.wall, random)
  const side = random.pick([-1, 1])
  behind(scene, picture, serving, 600 + side * 205, random)
  const x = 600 - side * 110
  const y = 1300
  const { draw, scale, tall, saucerReach, colours } = cups[serving](tint, random)
  standShadow(scene, x, y, (saucerReach || 120) * scale, tall * scale * 0.8)
  scene.within(`translate(${x} ${y}) scale(${scale})`, () => {
    if (saucerReach) saucer(scene, saucerReach, mix('#F7F2E6', tint.other, 0.08), tint.deep)
    draw(scene, colours, random, liquor)
  })
  steam(scene, x, y - tall * scale + 20, 640, random, 0.5)
  return sprinkle(scene, picture, 600 + side * 330, 1380, random)
}

type Served = {
  readonly draw: DrawCup
  readonly scale: number
  readonly tall: number
  readonly saucerReach: number
  readonly colours: readonly [string, string]
}

const cups: Readonly<Record<Serving, (tint: Tint, random: Random) => Served>> = {
  teacup: (tint) => ({ draw: teacup, scale: 1.5, tall: 260, saucerReach: 250, colours: ['#F8F4EA', tint.deep] }),
  glass: (tint) => ({
    draw: glassCup,
    scale: 1.35,
    tall: 300,
    saucerReach: 0,
    colours: [mix(tint.wall, '#ffffff', 0.5), tint.deep],
  }),
  bowl: (tint) => ({
    draw: chawan,
    scale: 1.3,
    tall: 300,
    saucerReach: 0,
    colours: ['#4D4A44', mix('#CFC4AC', tint.other, 0.2)],
  }),
  yunomi: (tint, random) => ({
    draw: yunomi,
    scale: 1.35,
    tall: 330,
    saucerReach: 0,
    colours: random.pick([
      ['#D8CDB4', mix(tint.deep, '#55706F', 0.3)],
      ['#8C7B66', '#EDE5D2'],
      [mix(tint.other, '#E8DFC8', 0.5), tint.deep],
    ] as const),
  }),
  tasting: (tint) => ({ draw: tastingCup, scale: 2.25, tall: 150, saucerReach: 0, colours: ['#F8F4EA', tint.deep] }),
}

function behind(
  scene: Scene,
  { tint, liquor, kind, country, leaf }: CupPicture,
  serving: Serving,
  x: number,
  random: Random,
): void {
  const y = 1165
  const choice: readonly [DrawCup, readonly [string, string], number, number] =
    leaf === 'powder' || serving === 'bowl'
      ? [whisk, ['#D9B87A', '#2B2F2E'], 1.05, 80]
      : country === 'Japan'
        ? [
            kyusu,
            random.pick([
              ['#8C3F2B', '#5B2A20'],
              ['#3C3F3D', '#2a2a2a'],
              ['#B08A5A', '#7A5A38'],
            ] as const),
            1.02,
            190,
          ]
        : kind === 'oolong' || kind === 'dark'
          ? random.pick([
              [yixing, ['#7A4B36', '#A96A45'], 1.0, 200],
              [pitcher, ['#EAF0EA', '#ffffff'], 1.05, 150],
              [gaiwan, ['#F5F1E7', tint.deep], 1.05, 230],
            ] as const)
          : kind === 'green' || kind === 'white' || kind === 'yellow'
            ? random.pick([
                [gaiwan, ['#F5F1E7', tint.deep], 1.1, 230],
                [pitcher, ['#EAF0EA', '#ffffff'], 1.1, 150],
                [teapot, [mix('#F1ECDE', tint.other, 0.2), tint.deep], 0.95, 200],
              ] as const)
            : [
                teapot,
                random.pick([
                  ['#F1ECDE', tint.deep],
                  [tint.deep, lift(tint.deep, -0.08)],
                  [mix(tint.other, '#F1ECDE', 0.3), tint.spark],
                ] as const),
                1,
                205,
              ]
  const [draw, colours, scale, half] = choice
  standShadow(scene, x, y, half * scale, 380 * scale)
  scene.within(`translate(${x} ${y}) scale(${scale})`, () =>
    draw(scene, colours, random, draw === gaiwan ? lift(liquor, 0.02) : liquor),
  )
}

function sprinkle(scene: Scene, { leaf, leafColours }: CupPicture, x: number, y: number, random: Random): Scene {
  const draw = drawLeaf[leaf]
  const count = leaf === 'broken' || leaf === 'threads' || leaf === 'powder' ? 30 : 11
  for (let index = 0; index < count; index++) {
    const colour = lift(random.chance(0.65) ? leafColours[0] : leafColours[1], random.bell() * 0.05)
    scene.within(
      `translate(${(x + random.bell() * 120).toFixed(1)} ${(y + random.bell() * 30).toFixed(1)}) scale(1 .55)`,
      () => draw(scene, { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.7 }, colour, random),
    )
  }
  return scene
}
