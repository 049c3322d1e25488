import type { LiveProductIndex } from './index/live-product-index.ts'

/** This process's product index, kept up to date. */
export type WithProductIndex = { readonly productIndex: LiveProductIndex }
