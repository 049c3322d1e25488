import { defineCapability } from '../../platform/access/permissions.ts'

export const shopBuy = defineCapability('shop.buy', 'guest')
