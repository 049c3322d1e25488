import type { LeafShape } from '../db/seed/types.ts'
import { lift, mix, type Tint } from './colour.ts'
import { drawLeaf } from './leaves/leaves.ts'
import { drawPack } from './packs/pack.ts'
import type { PackPicture } from './packs/types.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, standShadow } from './room/room.ts'
import type { Wall } from './room/walls.ts'
import type { DrawCup } from './vessels/cups.ts'
import { steam } from './vessels/glaze.ts'

/** Things put together on the table: posts, pages and shelves of the shop. */
export type StillLifeItem = {
  readonly draw: DrawCup
  readonly colours: readonly [string, string]
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Half the width of its foot and its height, unscaled, for the shadow. */
  readonly half: number
  readonly tall: number
  readonly liquor?: string
  readonly steam?: number
}

export function roomFor(width: number, height: number, tint: Tint, wall: Wall, tableAt: number, random: Random): Scene {
  const scene = new Scene(width, height)
  room(scene, tint, wall, random, tableAt)
  return scene
}

/** Sets things on the table, the ones further back first. */
export function placeItems(scene: Scene, things: readonly StillLifeItem[], random: Random): void {
  for (const thing of [...things].sort((a, b) => a.y - b.y)) {
    standShadow(scene, thing.x, thing.y, thing.half * thing.scale, thing.tall * thing.scale)
    scene.within(`translate(${thing.x} ${thing.y}) scale(${thing.scale})`, () =>
      thing.draw(scene, thing.colours, random, thing.liquor),
    )
    if (thing.steam) steam(scene, thing.x, thing.y - thing.tall * thing.scale * 0.95, thing.steam, random, 0.45)
  }
}

/** A pack from its own picture, made small. */
export function placePack(
  scene: Scene,
  picture: PackPicture,
  x: number,
  y: number,
  scale: number,
  random: Random,
): void {
  scene.within(`translate(${x - 600 * scale} ${y - 1230 * scale}) scale(${scale})`, () =>
    drawPack(scene, picture, random),
  )
}

/** A small heap of leaf on the table. */
export function heapOf(
  scene: Scene,
  leaf: LeafShape,
  colours: readonly [string, string],
  x: number,
  y: number,
  reach: number,
  count: number,
  scale: number,
  random: Random,
): void {
  for (let index = 0; index < count; index++) {
    const rise = count > 60 ? (index / count) ** 1.5 * reach * 0.42 : 0
    const spread = 1 - rise / (reach * 0.6)
    const colour = lift(
      random.chance(0.65) ? colours[0] : colours[1],
      random.bell() * 0.05 + (index / count - 0.7) * 0.08,
    )
    scene.within(
      `translate(${(x + random.bell() * reach * spread).toFixed(1)} ${(y + random.bell() * reach * 0.2 * spread - rise).toFixed(1)}) scale(1 .55)`,
      () => drawLeaf[leaf](scene, { x: 0, y: 0, angle: random.next() * 6.28, scale }, colour, random),
    )
  }
}

/** A white that belongs to the room. */
export const china = (tint: Tint): string => mix('#F6F1E5', tint.other, 0.08)
