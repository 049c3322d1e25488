import { isBlue, lift } from '../colour.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import { powderMound } from '../leaves/pieces.ts'
import { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { room } from '../room/room.ts'
import { boxPack } from './box.ts'
import { cakeWrapperPack } from './cake.ts'
import { pouchPack } from './pouch.ts'
import { tinPack } from './tin.ts'
import type { DrawPack, Pack, PackPicture } from './types.ts'

/** Packs on the table, each with a pinch of what is in it. */

/** The pack as it stands on the shop's table, with a pinch of what is in it. */
export function packScene(picture: PackPicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  room(scene, picture.label.tint, picture.wall, random)
  drawPack(scene, picture, random)
  pinch(scene, picture, random)
  return scene
}

/** The pack alone, its foot at about (600, 1230). */
export function drawPack(scene: Scene, picture: PackPicture, random: Random): void {
  const grown = sizes[picture.pack]
  scene.within(`translate(600 1232) scale(${grown}) translate(-600 -1232)`, () =>
    packs[picture.pack](scene, picture, random),
  )
}

const packs: Readonly<Record<Pack, DrawPack>> = {
  tin: tinPack,
  pouch: pouchPack,
  box: boxPack,
  'cake-wrapper': cakeWrapperPack,
}

const sizes: Readonly<Record<Pack, number>> = { tin: 1.17, pouch: 1.07, box: 1.08, 'cake-wrapper': 1.08 }

/** A few leaves spilled in front, so that one sees what the label promises. */
function pinch(scene: Scene, { leaf, leafColours, pack }: PackPicture, random: Random): void {
  if (leaf === 'powder') return powderMound(scene, random.pick([330, 860]), 1345, 130, leafColours[0], random)
  const draw = drawLeaf[leaf]
  const small = leaf === 'broken' || leaf === 'threads'
  const count = small ? 60 : leaf === 'pearls' || leaf === 'rolled' || leaf === 'chips' ? 13 : 22
  const x = pack === 'cake-wrapper' ? 880 : random.pick([330, 860])
  const y = 1335
  for (let index = 0; index < count; index++) {
    const spread = index < count * 0.75 ? 0.55 : 1.25
    const px = x + random.bell() * 150 * spread
    const py = y + random.bell() * 42 * spread
    const colour = lift(
      random.chance(isBlue(leafColours[1]) ? 0.9 : 0.65) ? leafColours[0] : leafColours[1],
      random.bell() * 0.05,
    )
    // Seen from the side a leaf lies flatter than from above.
    scene.within(`translate(${px.toFixed(1)} ${py.toFixed(1)}) scale(1 .55)`, () =>
      draw(scene, { x: 0, y: 0, angle: random.next() * 6.28, scale: random.between(0.62, 0.8) }, colour, random),
    )
  }
}
