import { type Tint, tints } from '../colour.ts'
import { landscapeScene } from '../landscape.ts'
import { timesOfDay } from '../places/sky.ts'
import { standShadow } from '../room/room.ts'
import { windowOn } from '../room/window.ts'
import { china, heapOf, placeItems, roomFor } from '../still-life.ts'
import { book } from '../vessels/book.ts'
import { glassCup, tastingCup, teacup } from '../vessels/cups.ts'
import { glassTeapot, pitcher } from '../vessels/glass-pots.ts'
import { steam } from '../vessels/glaze.ts'
import { gaiwan, kettle, kyusu, teapot, yixing } from '../vessels/pots.ts'
import { holderGlass, samovar } from '../vessels/samovar.ts'
import { scale } from '../vessels/steel.ts'
import { type Story, tableAt, tall, thing, wide } from './story.ts'

/** Scenes above the posts that are about a table. */

const lighting: Story = {
  alt: 'A lit samovar with a pot on its crown, two glasses of tea in metal holders and a saucer of jam.',
  draw: (random) => {
    const tint: Tint = { ...tints.black[0]!, wall: '#E3C4A2', table: '#B5805A' }
    const scene = roomFor(wide, tall, tint, 'window', tableAt, random)
    standShadow(scene, 1000, 900, 150, 560)
    scene.within('translate(1000 910) scale(.9)', () => samovar(scene, ['#F3EBDB', '#2F5F7A']))
    steam(scene, 985, 280, 200, random, 0.55)
    for (const [x, y, liquor] of [
      [560, 900, '#A5461C'],
      [1420, 930, '#B4531B'],
    ] as const) {
      standShadow(scene, x, y, 86, 170)
      scene.within(`translate(${x} ${y}) scale(1)`, () => holderGlass(scene, liquor))
    }
    steam(scene, 560, 670, 210, random, 0.4)
    placeItems(scene, [thing(tastingCup, ['#F6F1E5', '#8A2F22'], 760, 945, 1, 60, 150, { liquor: '#8E1F35' })], random)
    heapOf(scene, 'chips', ['#6B4A30', '#8A6240'], 1610, 910, 90, 40, 0.6, random)
    return scene
  },
}

const porch: Story = {
  alt: 'A glass pot and two tall glasses of pale cold tea on a table by a window onto a summer meadow.',
  draw: (random) => {
    const tint: Tint = { ...tints.herbal[3]!, wall: '#DDE8DA', table: '#E8D3AA' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt, random)
    const view = landscapeScene({ place: 'meadow', hour: timesOfDay[6]!, wide: true }, random)
    windowOn(scene, view, 480, -60, 900, 600, '#FBF6EA')
    placeItems(
      scene,
      [
        thing(glassTeapot, ['#EAF0EA', '#C39A66'], 800, 860, 1.02, 210, 430, { liquor: '#D5D27A' }),
        thing(glassCup, ['#EAF0EA', '#ffffff'], 360, 910, 0.86, 110, 300, { liquor: '#D5D27A' }),
        thing(glassCup, ['#EAF0EA', '#ffffff'], 1250, 930, 0.86, 110, 300, { liquor: '#C8415A' }),
        thing(pitcher, ['#EAF0EA', '#ffffff'], 1520, 850, 0.92, 150, 390, { liquor: '#C8415A' }),
      ],
      random,
    )
    heapOf(scene, 'petals', ['#7C1F35', '#A4424A'], 1020, 945, 70, 22, 0.42, random)
    return scene
  },
}

const pots: Story = {
  alt: 'Four pots in a row: a side-handled pot, a small clay pot, a lidded bowl and a round porcelain pot.',
  draw: (random) => {
    const tint: Tint = { ...tints.ware[2]!, wall: '#C9D4D0', table: '#E3CFA9' }
    const scene = roomFor(wide, tall, tint, 'arch', tableAt, random)
    placeItems(
      scene,
      [
        thing(kyusu, ['#8A4633', '#3A302A'], 300, 870, 0.7, 210, 400),
        thing(yixing, ['#7A4B36', '#A96A45'], 740, 880, 0.72, 200, 400),
        thing(gaiwan, ['#F6F2E8', '#2F5F7A'], 1130, 885, 0.72, 235, 420),
        thing(teapot, ['#2C5A45', '#E9E0CC'], 1520, 870, 0.72, 210, 470),
      ],
      random,
    )
    return scene
  },
}

const fireweed: Story = {
  alt: 'Purple spires of fireweed in a meadow before spruces and snowy mountains.',
  draw: (random) =>
    landscapeScene(
      { place: 'meadow', hour: timesOfDay[1]!, wide: true, country: 'Canada', bloom: ['#C0578F', '#8E3A78'] },
      random,
    ),
}

const milk: Story = {
  alt: 'A red pot, a jug of milk and two cups of tea, one of them white with milk, beside a closed book.',
  draw: (random) => {
    const tint: Tint = { ...tints.black[2]!, wall: '#EBD7B4', table: '#C9986A' }
    const scene = roomFor(wide, tall, tint, 'window', tableAt, random)
    placeItems(
      scene,
      [
        thing(teapot, ['#8A2F22', '#F1E3C6'], 620, 850, 0.98, 210, 470),
        thing(pitcher, ['#F4F1E8', '#ffffff'], 1010, 840, 0.76, 150, 390, { liquor: '#F8F4E8' }),
        thing(teacup, [china(tint), tint.deep], 1290, 900, 0.82, 90, 250, { liquor: '#C99466', steam: 240 }),
        thing(teacup, [china(tint), tint.deep], 280, 930, 0.76, 90, 250, { liquor: '#8E3216' }),
        thing(book, ['#2F5F5A', '#E7C47E'], 1600, 850, 0.56, 190, 300),
      ],
      random,
    )
    return scene
  },
}

const tasting: Story = {
  alt: 'Two rows of white tasting cups in many shades of amber, with a scale and a kettle behind them.',
  draw: (random) => {
    const tint: Tint = { ...tints.white[0]!, wall: '#DCE0D0', table: '#EFE4CC' }
    const scene = roomFor(wide, tall, tint, 'window', 600, random)
    placeItems(
      scene,
      [
        thing(scale, ['#EFEADF', '#C9CCC8'], 420, 700, 0.6, 390, 110),
        thing(kettle, ['#B6BCBA', '#3A302A'], 1440, 700, 0.78, 260, 480),
      ],
      random,
    )
    const shades = [
      '#E9D9A0',
      '#DDB648',
      '#D5D27A',
      '#D9A545',
      '#C98A3A',
      '#C8782E',
      '#B4531B',
      '#A5461C',
      '#8E3216',
      '#6A2A1C',
    ]
    shades.forEach((liquor, index) => {
      const [row, column] = [Math.floor(index / 5), index % 5]
      const [x, y, size] = [
        row === 0 ? 330 + column * 290 : 230 + column * 335,
        row === 0 ? 770 : 945,
        row === 0 ? 0.95 : 1.14,
      ]
      standShadow(scene, x, y, 60 * size, 130)
      scene.within(`translate(${x} ${y}) scale(${size})`, () =>
        tastingCup(scene, ['#F8F5EC', '#2C5A45'], random, liquor),
      )
    })
    return scene
  },
}

export const tablePostStories: Readonly<Record<string, Story>> = {
  'how-to-light-a-samovar': lighting,
  'cold-tea-for-a-hot-porch': porch,
  'which-pot-for-which-tea': pots,
  'a-week-of-fireweed': fireweed,
  'milk-first-and-other-quarrels': milk,
  'how-we-taste': tasting,
}
