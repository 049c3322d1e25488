import { defineCapability } from '../../platform/access/permissions.ts'

export const productsWrite = defineCapability('products.write', 'shop_manager')
