import { lift, tints } from '../colour.ts'
import { box, line } from '../geometry.ts'
import { landscapeScene } from '../landscape.ts'
import { timesOfDay } from '../places/sky.ts'
import type { Scene } from '../plates.ts'
import { standShadow } from '../room/room.ts'
import { windowOn } from '../room/window.ts'
import { heapOf, placeItems, roomFor } from '../still-life.ts'
import { tastingCup } from '../vessels/cups.ts'
import { pitcher } from '../vessels/glass-pots.ts'
import { steam } from '../vessels/glaze.ts'
import { gaiwan, teapot } from '../vessels/pots.ts'
import { holderGlass } from '../vessels/samovar.ts'
import { caddy } from '../vessels/storage.ts'
import { snowView } from './snow.ts'
import { type Story, tall, thing, wide } from './story.ts'

/** Slides of the home page. Their left two fifths stay calm and pale, because words in ink stand there. */

/** Light that lies across the table in two panes, as in the first slide. */
function panes(scene: Scene, tint: string): void {
  for (const left of [700, 1020])
    scene.light(
      `<path d="${line([
        [left, 800],
        [left + 240, 800],
        [left + 110, 1010],
        [left - 160, 1010],
      ])}Z" fill="${tint}" fill-opacity=".3"/>`,
    )
}

const spring: Story = {
  alt: 'A lidded bowl, a glass jug of pale tea and a heap of new leaf on a sill; outside, green terraces in the morning.',
  draw: (random) => {
    const scene = roomFor(wide, tall, { ...tints.green[1]!, wall: '#EFEDDA', table: '#DDBC8E' }, 'plain', 780, random)
    const view = landscapeScene({ place: 'terraces', hour: timesOfDay[1]!, wide: true, variant: 0 }, random)
    windowOn(scene, view, 930, -60, 800, 730, '#F7F2E4')
    panes(scene, '#fff0c4')
    placeItems(
      scene,
      [
        thing(gaiwan, ['#F6F2E8', '#4F7A3C'], 1180, 890, 1.02, 235, 420),
        thing(pitcher, ['#EAF0EA', '#ffffff'], 1540, 900, 0.86, 150, 390, { liquor: '#D8D98A' }),
        thing(tastingCup, ['#F6F2E8', '#4F7A3C'], 890, 930, 1.05, 60, 150, { liquor: '#D8D98A', steam: 190 }),
      ],
      random,
    )
    heapOf(scene, 'flat', ['#8FA34F', '#6B8A3D'], 1360, 955, 90, 60, 0.5, random)
    return scene
  },
}

const evening: Story = {
  alt: 'A dark green pot, tins and a glass of red tea in its holder by a window with falling snow.',
  draw: (random) => {
    const scene = roomFor(wide, tall, { ...tints.black[2]!, wall: '#F1E4CE', table: '#C79A6C' }, 'plain', 780, random)
    windowOn(scene, snowView(random), 930, -60, 800, 730, '#8A5F40')
    scene.light(
      `<path d="${box(760, 0, 1040, 1000)}" fill="${scene.glow(1240, 620, 620, [
        [0, '#ffd08a', 0.35],
        [1, '#ffd08a', 0],
      ])}"/>`,
    )
    placeItems(
      scene,
      [
        thing(caddy, ['#8A2F22', '#E7C47E'], 1560, 830, 0.62, 200, 680),
        thing(caddy, ['#43302B', '#D6B27A'], 1690, 850, 0.48, 200, 680),
        thing(teapot, [lift('#2C5A45', -0.02), '#E9E0CC'], 1220, 880, 0.96, 210, 470),
      ],
      random,
    )
    standShadow(scene, 900, 930, 86, 170)
    scene.within('translate(900 930) scale(.94)', () => holderGlass(scene, '#A5461C'))
    steam(scene, 900, 715, 210, random, 0.4)
    heapOf(scene, 'twists', ['#3A2420', '#A8702F'], 1440, 950, 80, 44, 0.5, random)
    return scene
  },
}

/** One cup for each of the six kinds. */
const guide: Story = {
  alt: 'Six cups in a row, from pale yellow to almost black, each with a little heap of its leaf before it.',
  draw: (random) => {
    const scene = roomFor(wide, tall, { ...tints.white[1]!, wall: '#DDE2D2', table: '#EADBBE' }, 'window', 600, random)
    const cups = [
      ['#E9D9A0', 'buds', ['#C9CDB4', '#9FA887']],
      ['#C9CC66', 'flat', ['#8FA34F', '#6B8A3D']],
      ['#DDB648', 'needles', ['#B59A4A', '#8A7A3A']],
      ['#D08F36', 'rolled', ['#35502F', '#6B7A3B']],
      ['#A5461C', 'twists', ['#2A1A16', '#8A5A2A']],
      ['#4A211A', 'broken', ['#2A1F1B', '#4A332A']],
    ] as const
    cups.forEach(([liquor, leaf, colours], index) => {
      const x = 190 + index * 284
      standShadow(scene, x, 780, 70, 170)
      scene.within(`translate(${x} 780) scale(1.36)`, () => tastingCup(scene, ['#F7F3EA', '#2C5A45'], random, liquor))
      heapOf(scene, leaf, colours, x - 10, 910, 74, 34, 0.46, random)
    })
    steam(scene, 760, 540, 240, random, 0.35)
    steam(scene, 1330, 540, 260, random, 0.35)
    return scene
  },
}

/** By file name. */
export const slideStories: Readonly<Record<string, Story>> = {
  'slide-spring': spring,
  'slide-evening': evening,
  'page-tea-guide': guide,
}
