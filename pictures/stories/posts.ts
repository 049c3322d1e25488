import { lift, type Tint, tints } from '../colour.ts'
import { ellipse } from '../geometry.ts'
import { landscapeScene } from '../landscape.ts'
import { timesOfDay } from '../places/sky.ts'
import { windowOn } from '../room/window.ts'
import { china, heapOf, placeItems, placePack, roomFor } from '../still-life.ts'
import { tray } from '../vessels/bamboo.ts'
import { tastingCup, teacup } from '../vessels/cups.ts'
import { pitcher } from '../vessels/glass-pots.ts'
import { steam } from '../vessels/glaze.ts'
import { gaiwan, kettle, yixing } from '../vessels/pots.ts'
import { caddy } from '../vessels/storage.ts'
import { oolongNight } from './night.ts'
import { type Story, tableAt, tall, thing, wide } from './story.ts'
import { tablePostStories } from './table-posts.ts'
import { shoot } from './tea-shoot.ts'
import { winter } from './winter.ts'

/** Scenes above the posts. */

const firstFlush: Story = {
  alt: 'A shoot of two leaves and a bud in front of tea terraces at dawn.',
  draw: (random) => {
    const scene = landscapeScene({ place: 'terraces', hour: timesOfDay[0]!, wide: true }, random)
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
    const view = landscapeScene({ place: 'river-gorge', hour: timesOfDay[1]! }, random)
    const disc = ellipse(560, 350, 285, 285)
    scene.shape(ellipse(560, 350, 312, 312), lift(tint.wall, -0.08))
    scene.embed(view, 'translate(240 -60) scale(.54)', disc)
    scene.shade(
      `<path d="${disc}${ellipse(572, 364, 285, 285)}" fill-rule="evenodd" fill="#8a8f88" fill-opacity=".45" clip-path="${scene.define((id) => `<clipPath id="${id}"><path d="${disc}"/></clipPath>`)}"/>`,
    )
    placeItems(
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

const labels: Story = {
  alt: 'A tin, a pouch and a box of tea side by side, each with its own label, beside a small heap of leaf.',
  draw: (random) => {
    const tint = tints.white[1]!
    const scene = roomFor(wide, tall, tint, 'window', tableAt + 30, random)
    const word = (name: string, kind: string, origin: string) => ({ name, kind, origin, net: '50 g' })
    placePack(
      scene,
      {
        pack: 'pouch',
        wall: 'plain',
        leaf: 'rolled',
        leafColours: ['#35502F', '#6B8A4B'],
        label: {
          text: word('Ali Shan', 'Oolong', 'Chiayi, Taiwan'),
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
    placePack(
      scene,
      {
        pack: 'box',
        wall: 'plain',
        leaf: 'twists',
        leafColours: ['#1E1A1A', '#3D302B'],
        label: {
          text: word('Lapsang Souchong', 'Black tea', 'Fujian, China'),
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
    placePack(
      scene,
      {
        pack: 'tin',
        wall: 'plain',
        leaf: 'flat',
        leafColours: ['#A3A85A', '#7C8F45'],
        label: {
          text: word('Xi Hu Longjing', 'Green tea', 'Zhejiang, China'),
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
    const view = landscapeScene({ place: 'village', hour: timesOfDay[3]!, wide: true }, random)
    windowOn(scene, view, 180, -30, 720, 500, '#EFE6D2')
    placeItems(
      scene,
      [
        thing(kettle, ['#B6BCBA', '#3A302A'], 1500, 800, 0.86, 260, 480),
        thing(tray, ['#A9773F', '#2C5A45'], 800, 880, 1.36, 470, 60, { liquor: '#DDAA4A' }),
        thing(caddy, ['#A84B25', '#F0DDB8'], 300, 770, 0.55, 200, 680),
      ],
      random,
    )
    placeItems(
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

/** By the last part of the file's name. */
export const postStories: Readonly<Record<string, Story>> = {
  'what-first-flush-means': firstFlush,
  'water-before-leaf': water,
  'how-oolong-is-made': oolongNight,
  'reading-a-tea-label': labels,
  'gongfu-at-a-kitchen-table': gongfu,
  'keeping-tea-through-winter': winter,
  ...tablePostStories,
}

/** For a post without a scene of its own: the tea table. */
export const anyStory: Story = {
  alt: 'A small clay teapot, a jug and cups on a table with a view of misty mountains.',
  draw: (random) => {
    const tint = random.pick([...tints.oolong, ...tints.green])
    const scene = roomFor(wide, tall, tint, 'plain', tableAt, random)
    windowOn(
      scene,
      landscapeScene(
        {
          place: random.pick(['mist-mountain', 'terraces', 'bamboo'] as const),
          hour: random.pick(timesOfDay),
          wide: true,
        },
        random,
      ),
      900,
      -40,
      760,
      540,
      '#6E4B36',
    )
    placeItems(
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
