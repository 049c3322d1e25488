import type { Shop } from './shop.ts'
import { shopShortcodes } from './shortcodes.ts'
import { findDraft } from './site/builder/drafts.store.ts'
import { teaMoments } from './site/builder/libraries/tea-moments/library.ts'
import { siteLibrary } from './site/builder/site-library.ts'
import { openTexts } from './site/content/show-text.ts'
import { BlockRegistry } from './things/blocks/block.ts'

/** The shop without what shows the texts of its pages, which blocks of every part make. */
export type ShopParts = Omit<Shop, 'blocks' | 'showText' | 'draftOf'>

/** Every block of this shop; those of other rooms are offered here. */
const blocksOf = (_shop: ShopParts): BlockRegistry => new BlockRegistry([siteLibrary([]), teaMoments])

export function withBlocks(parts: ShopParts): Shop {
  const blocks = blocksOf(parts)
  return {
    ...parts,
    blocks,
    showText: openTexts({ ...parts, blocks }, shopShortcodes(parts)),
    draftOf: async (entryId, userId) => (await findDraft(parts.db, entryId, userId))?.document ?? null,
  }
}
