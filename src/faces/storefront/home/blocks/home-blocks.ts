import type { CardSource } from '../../../../shop/listing/context.ts'
import type { BlockDefinition } from '../../../../things/blocks/block.ts'
import { approach } from './approach/approach.tsx'
import { categoryTiles } from './category-tiles/category-tiles.tsx'
import { featuredProducts } from './featured-products/featured-products.tsx'
import { hero } from './hero/hero.tsx'
import { journal } from './journal/journal.tsx'
import { letters } from './letters/letters.tsx'

/** The blocks of the home page, which every page can use. */
export const homeBlocks = (shop: CardSource): readonly BlockDefinition[] => [
  hero,
  categoryTiles(shop),
  featuredProducts(shop),
  approach,
  journal,
  letters,
]
