import { ink, lift, mix, paper, type Tint, tints } from './colour.ts'
import { box, curve, ellipse, line, type Point, polygon, turn } from './geometry.ts'
import { drawLeaf } from './leaves.ts'
import { placeScene } from './place.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { standShadow } from './room.ts'
import { hours } from './sky.ts'
import { china, heapOf, roomFor, set, setPack, type Thing } from './still.ts'
import { glassCup, saucer, tastingCup, teacup } from './vessels/cups.ts'
import { steam } from './vessels/glaze.ts'
import { gaiwan, kettle, pitcher, teapot, yixing } from './vessels/pots.ts'
import { samovar } from './vessels/samovar.ts'
import { caddy, scale, tastingCups, tray } from './vessels/tools.ts'

/** Wide scenes for posts and pages: 1800 by 1000. */
export type Story = { readonly alt: string; readonly draw: (random: Random) => Scene }

const [wide, tall] = [1800, 1000]
const tableAt = 690

function thing(
  draw: Thing['draw'],
  colours: readonly [string, string],
  x: number,
  y: number,
  scale: number,
  half: number,
  high: number,
  more: Partial<Thing> = {},
): Thing {
  return { draw, colours, x, y, scale, half, tall: high, ...more }
}

/** A window of the room with any view in it. */
function windowOn(scene: Scene, view: Scene, x: number, y: number, w: number, h: number, frame: string): void {
  scene.shape(box(x - 26, y - 26, w + 52, h + 52), frame, {
    light: `<path d="${box(x - 26, y - 26, w + 52, 7)}${box(x - 26, y - 26, 7, h + 52)}" fill="#ffe9c8" fill-opacity=".45"/>`,
  })
  const scale = Math.max(w / view.width, h / view.height)
  scene.embed(
    view,
    `translate(${x + (w - view.width * scale) / 2} ${y + (h - view.height * scale) / 2}) scale(${scale})`,
    box(x, y, w, h),
  )
  const bars = `${box(x + w / 2 - 8, y, 16, h)}${box(x, y + h * 0.36, w, 13)}`
  scene.shade(`<path d="${bars}" transform="translate(5 5)" fill="#7a6a58" fill-opacity=".4"/>`)
  for (const bar of [box(x + w / 2 - 8, y, 16, h), box(x, y + h * 0.36, w, 13)]) scene.shape(bar, frame)
  scene.shade(`<path d="${box(x, y, w, 12)}${box(x, y, 12, h)}" fill="#5d4a3c" fill-opacity=".45"/>`)
  scene.shape(box(x - 50, y + h + 20, w + 100, 26), lift(frame, 0.05), {
    light: `<path d="${box(x - 50, y + h + 20, w + 100, 6)}" fill="#ffe9c8" fill-opacity=".5"/>`,
  })
}

/** Two leaves and a bud, near enough to touch. */
function shoot(scene: Scene, x: number, y: number, size: number, colour: string): void {
  const leaf = (lx: number, ly: number, angle: number, length: number, fat: number, tone: string) => {
    const at = (px: number, py: number): Point => {
      const [tx, ty] = turn([px * length, py * length], angle)
      return [lx + tx, ly + ty]
    }
    const upper: Point[] = [at(0, 0), at(0.2, -fat * 0.75), at(0.5, -fat), at(0.8, -fat * 0.6), at(1, 0)]
    const lower: Point[] = [at(1, 0), at(0.8, fat * 0.5), at(0.5, fat * 0.8), at(0.2, fat * 0.6), at(0, 0)]
    const d = `${curve(upper)}${curve(lower).replace(/^M/, 'L')}Z`
    let veins = ''
    for (let index = 1; index < 7; index++) {
      veins += curve([at(index * 0.13, 0), at(index * 0.13 + 0.1, -fat * 0.5), at(index * 0.13 + 0.16, -fat * 0.82)])
      veins += curve([at(index * 0.13, 0), at(index * 0.13 + 0.1, fat * 0.4), at(index * 0.13 + 0.16, fat * 0.66)])
    }
    scene.shape(d, tone, {
      shade: `<path d="${curve(lower)}Z" fill="#7c9488" fill-opacity=".75"/>`,
      paint: `<path d="${veins}" fill="none" stroke="${lift(tone, 0.07)}" stroke-width="${size * 0.006}"/>`,
      light: `<path d="${curve(upper)}" fill="none" stroke="#fff2c0" stroke-width="${size * 0.022}" stroke-opacity=".5"/>`,
    })
    scene.paint(
      `<path d="${curve([at(0, 0), at(0.5, -0.02), at(0.96, 0)])}" fill="none" stroke="${lift(tone, 0.13)}" stroke-width="${size * 0.013}" stroke-linecap="round"/>`,
    )
  }
  scene.paint(
    `<path d="${curve([
      [x + size * 0.16, y + size * 1.2],
      [x + size * 0.03, y + size * 0.6],
      [x, y],
    ])}" fill="none" stroke="${lift(colour, 0.02)}" stroke-width="${size * 0.045}" stroke-linecap="round"/>`,
  )
  leaf(x + size * 0.08, y + size * 0.75, -0.2, size * 0.95, 0.27, lift(colour, -0.07))
  leaf(x + size * 0.03, y + size * 0.5, -2.75, size * 1.0, 0.26, lift(colour, -0.03))
  leaf(x, y + size * 0.06, -0.72, size * 0.8, 0.22, lift(colour, 0.03))
  leaf(x, y, -1.45, size * 0.62, 0.13, lift(mix(colour, '#E7E5B0', 0.45), 0.03))
}

const firstFlush: Story = {
  alt: 'A shoot of two leaves and a bud in front of tea terraces at dawn.',
  draw: (random) => {
    const scene = placeScene({ place: 'terraces', hour: hours[0]!, wide: true }, random)
    shoot(scene, 1330, 350, 520, '#6E9A3F')
    shoot(scene, 1640, 640, 360, '#5C8A3E')
    return scene
  },
}

const water: Story = {
  alt: 'A kettle with a slender spout, a glass jug of clear water and an empty cup in front of a round window onto a misty river.',
  draw: (random) => {
    const tint: Tint = { ...tints.oolong[0]!, wall: '#C3D2CE' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt, random)
    const view = placeScene({ place: 'river-gorge', hour: hours[1]! }, random)
    const disc = ellipse(560, 350, 285, 285)
    scene.shape(ellipse(560, 350, 312, 312), lift(tint.wall, -0.08))
    scene.embed(view, 'translate(240 -60) scale(.54)', disc)
    scene.shade(
      `<path d="${disc}${ellipse(572, 364, 285, 285)}" fill-rule="evenodd" fill="#8a8f88" fill-opacity=".45" clip-path="${scene.define((id) => `<clipPath id="${id}"><path d="${disc}"/></clipPath>`)}"/>`,
    )
    set(
      scene,
      [
        thing(kettle, ['#3C4442', '#A9713F'], 1240, 850, 1.12, 260, 480),
        thing(pitcher, ['#E3EEF0', '#ffffff'], 690, 860, 0.98, 150, 390, { liquor: '#CFE3E2' }),
        thing(teacup, [china(tint), tint.deep], 960, 930, 0.72, 90, 250),
      ],
      random,
    )
    steam(scene, 705, 470, 220, random, 0.4)
    return scene
  },
}

const oolongNight: Story = {
  alt: 'Round bamboo trays of withering leaf on racks at night, lit by a lamp.',
  draw: (random) => {
    const scene = new Scene(wide, tall)
    const night = '#2F4A55'
    scene.paint(`<rect width="1800" height="1000" fill="${night}"/>`)
    scene.light(
      `<rect width="1800" height="1000" fill="${scene.glow(1370, 250, 900, [
        [0, '#e8a24a', 0.75],
        [0.35, '#c07a3a', 0.35],
        [1, '#6b4a30', 0],
      ])}"/>`,
    )
    const view = placeScene(
      {
        place: 'mist-mountain',
        hour: {
          ...hours[4]!,
          sky: ['#24384A', '#3A5666', '#6E8C90'],
          sun: '#F6EBC4',
          air: '#4A6672',
          land: '#16282E',
          tea: '#24423A',
        },
        wide: true,
      },
      random,
    )
    windowOn(scene, view, 150, 80, 460, 400, '#4A3428')
    for (const x of [70, 890, 1010, 1770]) {
      scene.shape(box(x - 17, 40, 34, 960), '#5A3D2B', {
        light: `<path d="${box(x + (x < 1370 ? 8 : -17), 40, 9, 960)}" fill="#ffc98a" fill-opacity=".4"/>`,
      })
    }
    // Lamp.
    scene.paint(
      `<path d="${line([
        [1370, -10],
        [1370, 150],
      ])}" fill="none" stroke="#2A2320" stroke-width="6"/>`,
    )
    scene.shape(
      curve([
        [1300, 250],
        [1316, 190],
        [1352, 150],
        [1388, 150],
        [1424, 190],
        [1440, 250],
      ]) + 'Z',
      '#8E3F2B',
      {
        light: `<path d="${curve([
          [1318, 240],
          [1330, 196],
          [1356, 164],
        ])}" fill="none" stroke="#ffd9a0" stroke-width="9" stroke-opacity=".6"/>`,
      },
    )
    scene.light(
      `<path d="${ellipse(1370, 258, 52, 22)}" fill="#fff0c0"/><circle cx="1370" cy="270" r="150" fill="${scene.glow(
        1370,
        270,
        150,
        [
          [0, '#ffe0a0', 0.8],
          [1, '#ffe0a0', 0],
        ],
      )}"/>`,
    )
    for (const [row, y] of [
      [0, 560],
      [1, 730],
      [2, 905],
    ] as const) {
      for (const [x, lit] of [
        [480, 0.25],
        [1390, 0.8],
      ] as const)
        withering(scene, x, y - (x > 900 ? 60 : 0) + row * 8, 385, lit, random)
    }
    return scene
  },
}

/** A flat basket of leaf, seen a little from above. */
function withering(scene: Scene, x: number, y: number, reach: number, lit: number, random: Random): void {
  const bamboo = mix('#6E5136', '#D9A860', lit)
  scene.shadow(ellipse(x + 10, y + 46, reach, 46), '#1a1512', 14)
  scene.shape(
    `M${x - reach} ${y}A${reach} 62 0 0 0 ${x + reach} ${y}V${y + 24}A${reach} 62 0 0 1 ${x - reach} ${y + 24}Z`,
    lift(bamboo, -0.07),
  )
  scene.shape(ellipse(x, y, reach, 62), bamboo, {
    light: `<path d="${ellipse(x, y, reach, 62)}${ellipse(x, y + 4, reach - 6, 58)}" fill-rule="evenodd" fill="#ffdca0" fill-opacity="${0.25 + lit * 0.4}"/>`,
  })
  scene.shape(ellipse(x, y + 2, reach * 0.94, 54), lift(bamboo, -0.09))
  for (let index = 0; index < 300; index++) {
    const angle = random.next() * 6.28
    const far = Math.sqrt(random.next()) * 0.9
    const [px, py] = [x + Math.cos(angle) * far * reach, y - 4 + Math.sin(angle) * far * 50 - (1 - far) * 16]
    const tone = mix(mix('#2C3F30', '#6F8A45', 0.35 + lit * 0.5), '#8A4A2C', random.chance(0.25) ? 0.4 : 0.05)
    scene.within(`translate(${px.toFixed(1)} ${py.toFixed(1)}) scale(1 .4)`, () =>
      drawLeaf.petals(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.62 },
        lift(tone, random.bell() * 0.04),
        random,
      ),
    )
  }
}

const labels: Story = {
  alt: 'A tin, a pouch and a box of tea side by side, each with its own label, beside a small heap of leaf.',
  draw: (random) => {
    const tint = tints.white[1]!
    const scene = roomFor(wide, tall, tint, 'window', tableAt + 30, random)
    const word = (name: string, kind: string, origin: string) => ({ name, kind, origin, net: '50 g' })
    setPack(
      scene,
      {
        pack: 'pouch',
        wall: 'plain',
        leaf: 'rolled',
        leafColours: ['#35502F', '#6B8A4B'],
        look: {
          wording: word('Ali Shan', 'Oolong', 'Chiayi, Taiwan'),
          tint: tints.oolong[0]!,
          motif: 'leaf',
          style: 'sprig',
        },
      },
      620,
      850,
      0.66,
      random,
    )
    setPack(
      scene,
      {
        pack: 'box',
        wall: 'plain',
        leaf: 'twists',
        leafColours: ['#1E1A1A', '#3D302B'],
        look: {
          wording: word('Lapsang Souchong', 'Black tea', 'Fujian, China'),
          tint: tints.black[0]!,
          motif: 'leaf',
          style: 'sun',
        },
      },
      1420,
      860,
      0.64,
      random,
    )
    setPack(
      scene,
      {
        pack: 'tin',
        wall: 'plain',
        leaf: 'flat',
        leafColours: ['#A3A85A', '#7C8F45'],
        look: {
          wording: word('Xi Hu Longjing', 'Green tea', 'Zhejiang, China'),
          tint: tints.green[0]!,
          motif: 'leaf',
          style: 'hills',
        },
      },
      1010,
      890,
      0.74,
      random,
    )
    heapOf(scene, 'flat', ['#A3A85A', '#7C8F45'], 300, 880, 130, 110, 0.6, random)
    return scene
  },
}

const gongfu: Story = {
  alt: 'A lidded bowl, a glass jug and small cups on a bamboo tray by a kitchen window.',
  draw: (random) => {
    const tint: Tint = { ...tints.green[3]!, wall: '#DDD5BC', table: '#E2C49A' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt, random)
    const view = placeScene({ place: 'village', hour: hours[3]!, wide: true }, random)
    windowOn(scene, view, 180, -30, 720, 500, '#EFE6D2')
    set(
      scene,
      [
        thing(kettle, ['#B6BCBA', '#3A302A'], 1500, 800, 0.86, 260, 480),
        thing(tray, ['#A9773F', '#2C5A45'], 800, 880, 1.36, 470, 60, { liquor: '#DDAA4A' }),
        thing(caddy, ['#A84B25', '#F0DDB8'], 300, 770, 0.55, 200, 680),
      ],
      random,
    )
    set(
      scene,
      [
        thing(gaiwan, ['#F6F2E8', '#2F5F7A'], 1270, 930, 0.82, 235, 420),
        thing(pitcher, ['#EAF0EA', '#ffffff'], 420, 940, 0.72, 150, 390, { liquor: '#DDAA4A' }),
      ],
      random,
    )
    steam(scene, 740, 660, 300, random, 0.45)
    heapOf(scene, 'rolled', ['#3D5636', '#6F8148'], 1620, 930, 60, 26, 0.42, random)
    return scene
  },
}

const winter: Story = {
  alt: 'Tins on a windowsill and a steaming glass of tea, with snow falling on spruces outside.',
  draw: (random) => {
    const tint: Tint = { ...tints.black[3]!, wall: '#D9C9B4', table: '#C79A6C' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt + 20, random)
    windowOn(scene, snowView(random), 250, -60, 1180, 660, '#F1E8D8')
    set(
      scene,
      [
        thing(caddy, ['#31456A', '#D8CDB5'], 420, 800, 0.62, 200, 680),
        thing(caddy, ['#8A2F22', '#E7C47E'], 620, 815, 0.5, 200, 680),
        thing(teapot, ['#2C5A45', '#E9E0CC'], 1380, 830, 0.82, 210, 470),
        thing(glassCup, ['#EAF0EA', '#ffffff'], 1040, 890, 0.7, 110, 300, { liquor: '#B4531B', steam: 330 }),
      ],
      random,
    )
    heapOf(scene, 'twists', ['#3A2420', '#A8702F'], 800, 920, 70, 34, 0.5, random)
    return scene
  },
}

function snowView(random: Random): Scene {
  const scene = new Scene(1800, 1000)
  scene.paint(
    `<rect width="1800" height="1000" fill="${scene.gradient(
      [0, 0],
      [0, 700],
      [
        [0, '#8FA9B8'],
        [1, '#D9DFDD'],
      ],
    )}"/>`,
  )
  for (let layer = 0; layer < 4; layer++) {
    const base = 440 + layer * 120
    const snow = mix('#B9CBD2', '#F6F4EC', layer / 3)
    const hill: Point[] = Array.from(
      { length: 8 },
      (_, index): Point => [-50 + (index / 7) * 1900, base + random.bell() * 46],
    )
    for (let index = 0; index < 15 - layer * 2; index++) {
      const x = random.next() * 1800
      spruce(
        scene,
        x,
        base + 40,
        130 + layer * 62 + random.bell() * 30,
        mix('#7E9AA2', '#234A42', 0.25 + layer * 0.22),
        snow,
        random,
      )
    }
    scene.shape(`${curve(hill)}L1860 1010L-60 1010Z`, snow, {
      stipple: `<rect x="0" y="${base - 60}" width="1800" height="300" fill="${scene.gradient(
        [0, base],
        [0, base + 180],
        [
          [0, '#7d94a6', 0],
          [1, '#7d94a6', 0.22],
        ],
      )}"/>`,
    })
  }
  let flakes = ''
  for (let index = 0; index < 190; index++) {
    const size = random.between(2.5, 8)
    flakes += ellipse(random.next() * 1800, random.next() * 1000, size, size)
  }
  scene.paint(`<path d="${flakes}" fill="#FBFAF5" fill-opacity=".9"/>`)
  return scene
}

function spruce(scene: Scene, x: number, y: number, high: number, colour: string, snow: string, random: Random): void {
  for (let tier = 0; tier < 5; tier++) {
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
    scene.shape(d, lift(colour, random.bell() * 0.01))
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
    set(
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

/** By the last part of the file's name. */
export const postStories: Readonly<Record<string, Story>> = {
  'what-first-flush-means': firstFlush,
  'water-before-leaf': water,
  'how-oolong-is-made': oolongNight,
  'reading-a-tea-label': labels,
  'gongfu-at-a-kitchen-table': gongfu,
  'keeping-tea-through-winter': winter,
}

export const pageStories: Readonly<Record<string, Story>> = {
  'page-about': about,
  'page-contact': contact,
  'not-found': notFound,
}

/** For a post without a scene of its own: the tea table. */
export const anyStory: Story = {
  alt: 'A small clay teapot, a jug and cups on a table with a view of misty mountains.',
  draw: (random) => {
    const tint = random.pick([...tints.oolong, ...tints.green])
    const scene = roomFor(wide, tall, tint, 'plain', tableAt, random)
    windowOn(
      scene,
      placeScene(
        { place: random.pick(['mist-mountain', 'terraces', 'bamboo'] as const), hour: random.pick(hours), wide: true },
        random,
      ),
      900,
      -40,
      760,
      540,
      '#6E4B36',
    )
    set(
      scene,
      [
        thing(yixing, ['#7A4B36', '#A96A45'], 760, 840, 0.9, 200, 400),
        thing(pitcher, ['#EAF0EA', '#ffffff'], 1180, 860, 0.8, 150, 390, { liquor: '#D9A545' }),
        thing(tastingCup, [china(tint), tint.deep], 480, 900, 1.1, 60, 150, { liquor: '#D9A545', steam: 250 }),
      ],
      random,
    )
    return scene
  },
}
