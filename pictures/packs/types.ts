import type { LeafShape } from '../../db/seed/types.ts'
import type { LabelSpec } from '../labels/types.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { Wall } from '../room/walls.ts'

export type Pack = 'tin' | 'pouch' | 'cake-wrapper' | 'box'

export type PackPicture = {
  readonly pack: Pack
  readonly label: LabelSpec
  readonly wall: Wall
  readonly leaf: LeafShape
  readonly leafColours: readonly [string, string]
}

export type DrawPack = (scene: Scene, picture: PackPicture, random: Random) => void
