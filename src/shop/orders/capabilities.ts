import { defineCapability } from '../../platform/access/permissions.ts'

export const ordersRead = defineCapability('orders.read', 'shop_manager')
export const ordersWrite = defineCapability('orders.write', 'shop_manager')
