import { defineCapability } from '../../platform/access/permissions.ts'

/** Names, descriptions and other texts of products, without prices and stock. */
export const productTextsWrite = defineCapability('products.texts', 'editor')
export const productsWrite = defineCapability('products.write', 'shop_manager')
