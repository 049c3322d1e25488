import type { LiveProductIndex } from './index/live-product-index.ts'

/** The product index of this process. */
export type WithProductIndex = { readonly productIndex: LiveProductIndex }
