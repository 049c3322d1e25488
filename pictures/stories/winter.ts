import { type Tint, tints } from '../colour.ts'
import { windowOn } from '../room/window.ts'
import { heapOf, placeItems, roomFor } from '../still-life.ts'
import { glassCup } from '../vessels/cups.ts'
import { teapot } from '../vessels/pots.ts'
import { caddy } from '../vessels/storage.ts'
import { snowView } from './snow.ts'
import { type Story, tableAt, tall, thing, wide } from './story.ts'

export const winter: Story = {
  alt: 'Tins on a windowsill and a steaming glass of tea, with snow falling on spruces outside.',
  draw: (random) => {
    const tint: Tint = { ...tints.black[3]!, wall: '#D9C9B4', table: '#C79A6C' }
    const scene = roomFor(wide, tall, tint, 'plain', tableAt + 20, random)
    windowOn(scene, snowView(random), 250, -60, 1180, 660, '#F1E8D8')
    placeItems(
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
