import { homeBlocks } from './faces/storefront/home/blocks/home-blocks.ts'
import { miniCartBlock } from './shop/cart/blocks/mini-cart-block.tsx'
import { productGrid } from './shop/listing/blocks/product-grid.tsx'
import { addToCart, singleProduct } from './shop/listing/blocks/single-product.tsx'
import { reviewsBlock } from './shop/reviews/blocks/reviews-block.tsx'
import type { Shop } from './shop.ts'
import { shopShortcodes } from './shortcodes.ts'
import { findDraft } from './site/builder/drafts.store.ts'
import { teaMoments } from './site/builder/libraries/tea-moments/library.ts'
import { siteLibrary } from './site/builder/site-library.ts'
import { postList } from './site/content/blocks/post-list/post-list.tsx'
import { openTexts } from './site/content/show-text.ts'
import { contactForm } from './site/forms/blocks/contact-form/contact-form.tsx'
import { menu } from './site/menus/blocks/menu/menu.tsx'
import { portfolioList } from './site/projects/blocks/portfolio-list/portfolio-list.tsx'
import { BlockRegistry } from './things/blocks/block.ts'

/** The shop without the functions that render texts, which are built from the blocks of all rooms. */
export type ShopParts = Omit<Shop, 'blocks' | 'showText' | 'draftOf'>

/** The blocks of this shop, from all rooms. */
const blocksOf = (shop: ShopParts): BlockRegistry =>
  new BlockRegistry([
    siteLibrary([
      productGrid(shop),
      singleProduct(shop),
      addToCart(shop),
      reviewsBlock,
      miniCartBlock,
      postList,
      portfolioList,
      contactForm,
      menu(shop),
      ...homeBlocks(shop),
    ]),
    teaMoments,
  ])

export function withBlocks(parts: ShopParts): Shop {
  const blocks = blocksOf(parts)
  return {
    ...parts,
    blocks,
    showText: openTexts({ ...parts, blocks }, shopShortcodes(parts)),
    draftOf: async (entryId, userId) => (await findDraft(parts.db, entryId, userId))?.document ?? null,
  }
}
