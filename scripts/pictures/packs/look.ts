import type { LeafShape } from '../../../db/seed/shapes.ts'
import type { LabelLook } from '../labels/look.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { Wall } from '../room/walls.ts'

export type Pack = 'tin' | 'pouch' | 'cake-wrapper' | 'box'

export type PackPicture = {
  readonly pack: Pack
  readonly look: LabelLook
  readonly wall: Wall
  readonly leaf: LeafShape
  readonly leafColours: readonly [string, string]
}

export type DrawPack = (scene: Scene, picture: PackPicture, random: Random) => void
