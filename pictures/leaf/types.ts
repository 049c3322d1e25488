import type { LeafShape } from '../../db/seed/types.ts'
import type { Tint } from '../colour.ts'

export type LeafPicture = {
  readonly leaf: LeafShape
  readonly colours: readonly [string, string]
  readonly tint: Tint
  readonly setting: LeafSetting
  /** Whole flower heads lie among the petals. */
  readonly flowers?: boolean
  /** Grain rather than leaf: the pieces are small. */
  readonly small?: boolean
}

export type LeafSetting = 'sheet' | 'dish' | 'sweep' | 'scoop'

export const leafSettings: readonly LeafSetting[] = ['sheet', 'dish', 'sweep', 'scoop']
