import { ink, lift, mix, paper, type Tint, tints } from '../colour.ts'
import { box, curve, ellipse, line, type Point, polygon } from '../geometry.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { standShadow } from '../room/room.ts'
import { china, heapOf, placeItems, roomFor } from '../still-life.ts'
import { saucer, teacup } from '../vessels/cups.ts'
import { steam } from '../vessels/glaze.ts'
import { teapot } from '../vessels/pots.ts'
import { samovar } from '../vessels/samovar.ts'
import { tastingCups } from '../vessels/sets.ts'
import { scale } from '../vessels/steel.ts'
import { type Story, tableAt, tall, thing, wide } from './story.ts'

/** Scenes of the pages. */

const about: Story = {
  alt: 'The shop: shelves of tea tins in many colours behind a counter with a samovar, a scale and a pot of tea.',
  draw: (random) => {
    const tint: Tint = { ...tints.green[0]!, wall: '#C9D2BC', table: '#C08D5E' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt + 40, random)
    const wood = '#8A5F40'
    scene.paint(`<rect width="1800" height="730" fill="${mix('#31503F', tint.wall, 0.18)}"/>`)
    scene.stipple(
      `<rect width="1800" height="730" fill="${scene.gradient(
        [0, 0],
        [1800, 700],
        [
          [0, '#1f2f28', 0],
          [0.5, '#1f2f28', 0.05],
          [1, '#1f2f28', 0.55],
        ],
      )}"/>`,
    )
    const all = Object.values(tints).flat()
    for (const y of [210, 450, 690]) {
      scene.shade(`<path d="${box(0, y + 26, 1800, 34)}" fill="#4a4038" fill-opacity=".5"/>`)
      for (let x = 70; x < 1790; x += random.between(104, 140)) {
        if (random.chance(0.09)) continue
        shelfTin(scene, x, y, random.between(36, 48), random.between(120, 176), random.pick(all), random)
      }
      scene.shape(box(-10, y, 1820, 28), wood, {
        light: `<path d="${box(-10, y, 1820, 6)}" fill="#ffe2b8" fill-opacity=".55"/>`,
      })
    }
    for (const x of [600, 1210])
      scene.shape(box(x - 14, -10, 28, 760), lift(wood, -0.03), {
        light: `<path d="${box(x - 14, -10, 7, 760)}" fill="#ffe2b8" fill-opacity=".35"/>`,
      })
    scene.shape(box(-10, 730, 1820, 280), tint.table, {
      stipple: `<rect x="0" y="730" width="1800" height="280" fill="${scene.gradient(
        [0, 730],
        [1800, 1100],
        [
          [0, '#7d5a3c', 0],
          [0.5, '#7d5a3c', 0.05],
          [1, '#7d5a3c', 0.5],
        ],
      )}"/>`,
      light: `<path d="${box(-10, 730, 1820, 8)}" fill="#fff0cf" fill-opacity=".7"/>`,
    })
    standShadow(scene, 1330, 900, 140, 500)
    scene.within('translate(1330 900) scale(.74)', () => samovar(scene, ['#F3EBDB', '#A84B25']))
    placeItems(
      scene,
      [
        thing(scale, ['#EFEADF', '#C9CCC8'], 520, 900, 0.74, 390, 110),
        thing(teapot, ['#F1ECDE', '#A84B25'], 900, 880, 0.62, 210, 470),
        thing(tastingCups, ['#F5F2EA', '#D8B36A'], 1640, 930, 0.6, 190, 240, { liquor: '#D9A545' }),
      ],
      random,
    )
    steam(scene, 1320, 330, 250, random, 0.45)
    return scene
  },
}

/** One tin among many: body, lid, a paper band. */
function shelfTin(scene: Scene, x: number, y: number, reach: number, high: number, tint: Tint, random: Random): void {
  const body = random.pick([tint.deep, tint.other, tint.spark])
  const flat = 0.1
  const d = `M${x - reach} ${y - high}A${reach} ${reach * flat} 0 0 1 ${x + reach} ${y - high}V${y}H${x - reach}Z`
  const band = body === tint.other ? tint.deep : paper
  scene.shape(d, body, {
    paint: `<rect x="${x - reach}" y="${y - high * 0.66}" width="${reach * 2}" height="${high * 0.42}" fill="${band}"/><rect x="${x - reach * 0.5}" y="${y - high * 0.52}" width="${reach}" height="6" fill="${mix(ink, band, 0.3)}"/><rect x="${x - reach * 0.32}" y="${y - high * 0.42}" width="${reach * 0.64}" height="4" fill="${mix(ink, band, 0.45)}"/>`,
    shade: `<rect x="${x + reach * 0.35}" y="${y - high - 10}" width="${reach}" height="${high + 20}" fill="#6b625c" fill-opacity=".5"/><rect x="${x - reach}" y="${y - high * 0.8}" width="${reach * 2}" height="4" fill="#6b625c" fill-opacity=".6"/>`,
    light: `<rect x="${x - reach * 0.72}" y="${y - high}" width="${reach * 0.26}" height="${high}" fill="#fff" fill-opacity=".25"/>`,
  })
}

const contact: Story = {
  alt: 'A letter, an envelope and a pencil beside a steaming cup of tea on a desk by the window.',
  draw: (random) => {
    const tint = tints.yellow[1]!
    const scene = roomFor(wide, tall, tint, 'window', 560, random)
    const sheet = polygon([
      [520, 690],
      [980, 655],
      [1100, 905],
      [600, 950],
    ])
    scene.shadow(
      polygon([
        [540, 715],
        [1000, 680],
        [1125, 925],
        [620, 970],
      ]),
      '#8a7a66',
      12,
    )
    scene.shape(sheet, '#FCF9F1', {
      stipple: `<path d="${sheet}" fill="${scene.gradient(
        [520, 650],
        [1100, 950],
        [
          [0, '#a99a80', 0],
          [1, '#a99a80', 0.35],
        ],
      )}"/>`,
    })
    let writing = ''
    for (let row = 0; row < 7; row++) {
      const points: Point[] = []
      const [x0, y0] = [590 + row * 12, 728 + row * 27]
      const long = row === 6 ? 150 : 370 + random.bell() * 20
      for (let x = 0; x < long; x += 9) points.push([x0 + x, y0 - x * 0.075 + random.bell() * 5])
      writing += curve(points)
    }
    scene.paint(`<path d="${writing}" fill="none" stroke="${ink}" stroke-width="3.4" stroke-opacity=".75"/>`)
    const envelope = polygon([
      [1090, 800],
      [1450, 745],
      [1530, 905],
      [1160, 970],
    ])
    scene.shadow(
      polygon([
        [1105, 820],
        [1468, 765],
        [1550, 925],
        [1176, 990],
      ]),
      '#8a7a66',
      12,
    )
    scene.shape(envelope, '#E9D3A6')
    scene.shape(
      polygon([
        [1090, 800],
        [1450, 745],
        [1318, 872],
      ]),
      '#F0DEB8',
      {
        light: `<path d="${line([
          [1090, 800],
          [1450, 745],
        ])}" stroke="#fff" stroke-width="5" stroke-opacity=".6"/>`,
      },
    )
    scene.shade(
      `<path d="${line([
        [1090, 800],
        [1318, 876],
        [1450, 745],
      ])}" fill="none" stroke="#9a8460" stroke-width="4" stroke-opacity=".6"/>`,
    )
    scene.shape(ellipse(1312, 866, 26, 19), '#A84B25', {
      light: `<ellipse cx="1304" cy="860" rx="9" ry="5" fill="#fff" fill-opacity=".5"/>`,
    })
    const pencil = polygon([
      [930, 905],
      [1180, 640],
      [1196, 652],
      [948, 920],
    ])
    scene.shade(`<path d="${pencil}" transform="translate(12 12)" fill="#7a6a58" fill-opacity=".45"/>`)
    scene.shape(pencil, '#2C5A45', {
      light: `<path d="${line([
        [934, 905],
        [1182, 643],
      ])}" stroke="#fff" stroke-width="5" stroke-opacity=".4"/>`,
    })
    scene.shape(
      polygon([
        [930, 905],
        [948, 920],
        [918, 936],
      ]),
      '#E8C99A',
    )
    scene.shape(
      polygon([
        [921, 925],
        [929, 930],
        [918, 936],
      ]),
      ink,
    )
    standShadow(scene, 320, 830, 150, 230)
    scene.within('translate(320 830) scale(.86)', () => {
      saucer(scene, 250, china(tint), tint.deep)
      teacup(scene, [china(tint), tint.deep], random, '#D9A545')
    })
    steam(scene, 320, 600, 330, random, 0.5)
    return scene
  },
}

const notFound: Story = {
  alt: 'An empty cup on a table with one leaf left in it and a ring where it stood before.',
  draw: (random) => {
    const tint: Tint = { ...tints.white[2]!, wall: '#DCE0D6' }
    const scene = roomFor(wide, tall, tint, 'window', 640, random)
    scene.paint(
      `<path d="${ellipse(760, 872, 118, 24)}${ellipse(762, 872, 108, 20)}" fill-rule="evenodd" fill="#B98A4B" fill-opacity=".5"/>`,
    )
    standShadow(scene, 1130, 850, 150, 300)
    scene.within('translate(1130 850) scale(1.22)', () => {
      saucer(scene, 250, china(tint), '#2C5A45')
      teacup(scene, [china(tint), '#2C5A45'], random)
      scene.within('translate(34 -252) scale(.8 .34)', () =>
        drawLeaf.petals(scene, { x: 0, y: 0, angle: 0.5, scale: 1 }, '#6B7F45', random),
      )
    })
    heapOf(scene, 'twists', ['#4E6238', '#7A8A4B'], 560, 900, 90, 9, 0.6, random)
    return scene
  },
}

export const pageStories: Readonly<Record<string, Story>> = {
  'page-about': about,
  'page-contact': contact,
  'not-found': notFound,
}
